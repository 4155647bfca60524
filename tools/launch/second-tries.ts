import { z } from 'zod'

type Suite = {
  title: string
  specs?: { title: string; tests: { status: string }[] }[] | undefined
  suites?: Suite[] | undefined
}
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    title: z.string(),
    specs: z.array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) })).optional(),
    suites: z.array(suite).optional(),
  }),
)
const playwrightReport = z.object({ suites: z.array(suite) })

/** Returns the tests of a JSON report of Playwright that failed first and passed when they were run again, each as 'file › title'. */
export const secondTryTitles = (report: unknown): string[] =>
  playwrightReport.parse(report).suites.flatMap((file) => titlesIn(file, file.title))

function titlesIn({ specs = [], suites = [] }: Suite, file: string): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => `${file} › ${title}`)
  return [...own, ...suites.flatMap((inner) => titlesIn(inner, file))]
}
