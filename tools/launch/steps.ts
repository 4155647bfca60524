import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { asRecord } from '../postgres/read-json.ts'
import { type FileTime, playwrightTimes, slowestOf, vitestTimes } from './file-times.ts'
import { secondTryTitles } from './second-tries.ts'

export type Outcome = { passed: number; failed: number; output: string; files?: FileTime[]; secondTries?: string[] }
export type Step = { name: string; run(runner: Runner): Promise<Outcome> }

/** Runs a program of ours with the Node that runs us, and tells what it wrote and how it ended. */
export type Runner = (args: string[], environment?: Record<string, string>) => Promise<{ code: number; output: string }>

export const root = fileURLToPath(new URL('../../', import.meta.url))
const outputMax = 200_000
/** What Node made of our sources and of the packages is kept: the steps start some hundred processes, the product's four for each journey. */
const compiled = join(root, 'node_modules/.cache/node-compiled')

/** A step that holds or does not: it counts as one test. */
export function checkStep(name: string, ...commands: string[][]): Step {
  return {
    name,
    async run(runner) {
      let output = ''
      for (const command of commands) {
        const result = await runner(command)
        output += result.output
        if (result.code !== 0) return { passed: 0, failed: 1, output }
      }
      return { passed: 1, failed: 0, output }
    },
  }
}

type VitestOptions = {
  environment?: Record<string, string>
  /** Called when the step begins; all files of the projects run when it returns none. */
  chooseFiles?: () => string[]
}

/** Where the step writes its report. */
export const reportOf = (name: string) => join(root, 'test-results', `${name.replace(/\W+/g, '-')}.json`)

export function vitestStep(name: string, projects: string[], { environment = {}, chooseFiles = () => [] }: VitestOptions = {}): Step {
  const report = reportOf(name)
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const start = ['node_modules/vitest/vitest.mjs', 'run', ...projects.flatMap((project) => ['--project', project]), ...options]
  return reportingStep({
    name,
    args: () => [...start, ...chooseFiles()],
    environment,
    report,
    read: (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests, files: vitestTimes(json) }),
  })
}

export function playwrightStep(name: string, config: string, report: string): Step {
  const args = () => ['node_modules/@playwright/test/cli.js', 'test', '-c', config]
  const read = (json: Record<string, unknown>) => {
    const { expected, flaky, unexpected } = asRecord(json.stats)
    return {
      passed: Number(expected) + Number(flaky),
      failed: unexpected,
      files: playwrightTimes(json),
      secondTries: secondTryTitles(json),
    }
  }
  return reportingStep({ name, args, environment: {}, report: join(root, report), read })
}

type Reporting = {
  name: string
  args: () => string[]
  environment: Record<string, string>
  report: string
  read: (json: Record<string, unknown>) => { passed: unknown; failed: unknown; files: FileTime[]; secondTries?: string[] }
}

function reportingStep({ name, args, environment, report, read }: Reporting): Step {
  return {
    name,
    async run(runner) {
      mkdirSync(dirname(report), { recursive: true })
      // A report of an earlier run must not speak for one that wrote none.
      rmSync(report, { force: true })
      const { code, output } = await runner(args(), environment)
      const counts = existsSync(report) ? read(asRecord(JSON.parse(readFileSync(report, 'utf8')))) : { passed: 0, failed: 1, files: [] }
      const { passed, failed, ...rest } = { ...counts, passed: Number(counts.passed), failed: Number(counts.failed) }
      // A file that cannot be loaded fails the run without a failed test in it.
      return { passed, failed: code === 0 ? failed : Math.max(failed, 1), output, ...rest }
    },
  }
}

/**
 * Runs the steps one after the other, and those of a list inside side by side. Prints each one's result as it ends, then the slowest
 * test files and the sum, and exits with 1 when anything failed.
 */
export async function runSteps(steps: readonly (Step | readonly Step[])[]): Promise<never> {
  const running = new Set<ChildProcess>()
  const stop = () => {
    for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGTERM')
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.once(signal, stop)
  process.channel?.unref()
  const runner: Runner = (args, environment) =>
    runProgram(args, environment, (child) => {
      running.add(child)
      child.once('close', () => running.delete(child))
    })

  const total = { passed: 0, failed: 0 }
  const slowest: string[] = []
  const run = async (step: Step) => {
    const begin = performance.now()
    const { passed, failed, output, files = [], secondTries = [] } = await step.run(runner)
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    if (failed > 0) console.log(`\n${output.trim()}\n`)
    console.log(`${failed > 0 ? 'FAIL' : 'ok  '} ${step.name.padEnd(28)} ${passed} passed, ${failed} failed (${seconds} s)`)
    for (const title of secondTries) console.log(`     passed on the second try: ${title}`)
    slowest.push(...slowestOf(step.name, files))
    total.passed += passed
    total.failed += failed
  }
  for (const step of steps) await Promise.all([step].flat().map(run))
  if (slowest.length > 0) console.log(`\nSlowest files:\n${slowest.join('\n')}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed > 0 ? 1 : 0)
}

/** Settings of a product that runs on this machine; the tests start their own and must not use its ports or its data. */
const settingNames =
  /^(NODE_ENV|ALLOW_\w+|PORT|DATABASE_\w+|DATA_DIR|POSTGRES_BIN|NODE_ID|DEV_TOOLS|FIELD_\w+|INDEX_\w+|VENDOR_\w+|API_URL|AUTO_DEBIT|REVIEW_SECONDS|SERVICE_PHONE|SERVICE_HOURS|COMPANY_\w+|LENDERS_\w+|PARTNER_\w+|WEB_PUBLIC_URL|USER_REQUESTS_MAX|WORKER|WEB_DIST|(PROVIDER|TRACE|SANDBOX|SMS)_\w+)$/

function runProgram(args: string[], environment: Record<string, string> = {}, onStart: (child: ChildProcess) => void) {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !settingNames.test(name)))
  const child = spawn(process.execPath, args, {
    cwd: root,
    // In a group of its own, so that stopping a step stops all that it started.
    detached: true,
    env: { ...inherited, NODE_COMPILE_CACHE: compiled, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onStart(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output = (output + part).slice(-outputMax)
    })
  }
  return new Promise<{ code: number; output: string }>((settle) => {
    child.once('error', (error) => settle({ code: 1, output: error.message }))
    child.once('close', (code) => settle({ code: code ?? 1, output: stripVTControlCharacters(output) }))
  })
}
