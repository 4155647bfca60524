import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** How long the tests of a file took together. */
export type FileTime = { file: string; seconds: number }

const shownPerStep = 5
const root = fileURLToPath(new URL('../../', import.meta.url))

const vitestReport = z.object({ testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })) })

/** Times of the files in a JSON report of vitest. */
export function vitestTimes(report: unknown): FileTime[] {
  const { testResults } = vitestReport.parse(report)
  return testResults.map(({ name, startTime, endTime }) => ({ file: name, seconds: (endTime - startTime) / 1000 }))
}

type Suite = {
  specs?: { tests: { results: { duration: number }[] }[] }[] | undefined
  suites?: Suite[] | undefined
}
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    specs: z.array(z.object({ tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })) })).optional(),
    suites: z.array(suite).optional(),
  }),
)
const playwrightReport = z.object({ suites: z.array(z.intersection(suite, z.object({ file: z.string() }))) })

/** Times of the files in a JSON report of Playwright, in which suites nest. */
export function playwrightTimes(report: unknown): FileTime[] {
  return playwrightReport.parse(report).suites.map((file) => ({ file: `e2e/${file.file}`, seconds: millisecondsOf(file) / 1000 }))
}

function millisecondsOf({ specs = [], suites = [] }: Suite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
  return [...own, ...suites.map(millisecondsOf)].reduce((sum, duration) => sum + duration, 0)
}

/** The slowest files of a step, one a line. */
export function slowestOf(step: string, files: readonly FileTime[]): string[] {
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, shownPerStep)
    .map(
      ({ file, seconds }) =>
        `${seconds.toFixed(1).padStart(8)} s  ${step.padEnd(24)} ${relative(root, file.startsWith('/') ? file : `${root}${file}`)}`,
    )
}
