import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { asRecord } from '../postgres/read-json.ts'

export type Outcome = { passed: number; failed: number; output: string }
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

export function vitestStep(name: string, projects: string[], environment: Record<string, string> = {}): Step {
  const report = join(root, 'test-results', `${name.replace(/\W+/g, '-')}.json`)
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...projects.flatMap((project) => ['--project', project]), ...options]
  return reportingStep({ name, args, environment, report, count: (read) => ({ passed: read.numPassedTests, failed: read.numFailedTests }) })
}

export function playwrightStep(name: string, config: string, report: string): Step {
  const args = ['node_modules/@playwright/test/cli.js', 'test', '-c', config]
  const count = (read: Record<string, unknown>) => {
    const stats = asRecord(read.stats)
    return { passed: stats.expected, failed: Number(stats.unexpected) + Number(stats.flaky) }
  }
  return reportingStep({ name, args, environment: {}, report: join(root, report), count })
}

type Reporting = {
  name: string
  args: string[]
  environment: Record<string, string>
  report: string
  count: (read: Record<string, unknown>) => { passed: unknown; failed: unknown }
}

function reportingStep({ name, args, environment, report, count }: Reporting): Step {
  return {
    name,
    async run(runner) {
      mkdirSync(dirname(report), { recursive: true })
      // A report of an earlier run must not speak for one that wrote none.
      rmSync(report, { force: true })
      const { code, output } = await runner(args, environment)
      const counts = existsSync(report) ? count(asRecord(JSON.parse(readFileSync(report, 'utf8')))) : { passed: 0, failed: 1 }
      const [passed, failed] = [Number(counts.passed), Number(counts.failed)]
      // A file that cannot be loaded fails the run without a failed test in it.
      return { passed, failed: code === 0 ? failed : Math.max(failed, 1), output }
    },
  }
}

/** Runs the steps one after the other, prints each one's result as it ends, then the sum, and exits with 1 when anything failed. */
export async function runSteps(steps: Step[]): Promise<never> {
  let current: ChildProcess | undefined
  const stop = () => {
    if (current?.pid !== undefined) process.kill(-current.pid, 'SIGTERM')
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.once(signal, stop)
  process.channel?.unref()
  const runner: Runner = (args, environment) => runProgram(args, environment, (child) => (current = child))

  const total = { passed: 0, failed: 0 }
  for (const step of steps) {
    const begin = performance.now()
    const { passed, failed, output } = await step.run(runner)
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    if (failed > 0) console.log(`\n${output.trim()}\n`)
    console.log(`${failed > 0 ? 'FAIL' : 'ok  '} ${step.name.padEnd(28)} ${passed} passed, ${failed} failed (${seconds} s)`)
    total.passed += passed
    total.failed += failed
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed > 0 ? 1 : 0)
}

/** Settings of a product that runs on this machine; the tests start their own and must not use its ports or its data. */
const settingNames =
  /^(NODE_ENV|ALLOW_\w+|PORT|DATABASE_\w+|DATA_DIR|POSTGRES_BIN|NODE_ID|DEV_TOOLS|FIELD_\w+|INDEX_\w+|VENDOR_\w+|API_URL|AUTO_DEBIT|REVIEW_SECONDS|USER_REQUESTS_MAX|WORKER|WEB_DIST|(PROVIDER|TRACE|SANDBOX|SMS)_\w+)$/

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
