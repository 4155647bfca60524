import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Mutation, mutated } from './mutations.ts'

const copied = ['packages/base', 'packages/loan-engine', 'tools/golden']
/** A run that takes so many times as long as all tests took unchanged hangs. */
const hangsAfter = 6

/** A copy of the engine, its tests and what they need, to be changed and tested beside the working tree. */
export type Workbench = {
  /** Runs all tests as they are, and fails with their words when they fail. */
  begin(): Promise<void>
  /** Whether a test notices the mutation; hanging counts as noticed. */
  notices(mutation: Mutation): Promise<boolean>
  remove(): void
}

export function openWorkbench(root: string): Workbench {
  const folder = mkdtempSync(join(tmpdir(), 'fyh-mutants-'))
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true })
  linkModules(root, folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  for (const [name, text] of Object.entries(sameSamples)) writeFileSync(join(folder, name), text)
  const tests = testsIn(folder)
  let limitMs = 180_000
  return {
    async begin() {
      const start = performance.now()
      const { passed, output } = await runTests(folder, tests, limitMs)
      if (!passed) throw new Error(`the tests fail without any change:\n${output}`)
      limitMs = Math.max(30_000, hangsAfter * (performance.now() - start))
    },
    async notices(mutation) {
      const path = join(folder, mutation.file)
      const text = readFileSync(path, 'utf8')
      writeFileSync(path, mutated(text, mutation))
      try {
        for (const some of byNearness(folder, tests, mutation.file)) if (!(await runTests(folder, some, limitMs)).passed) return true
        return false
      } finally {
        writeFileSync(path, text)
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Random loans are the same in every run: what fails then, and not unchanged, fails because of the mutation. */
const sameSamples = {
  'vitest.config.mjs': "export default { test: { setupFiles: ['./same-samples.mjs'] } }\n",
  'same-samples.mjs': "import fc from 'fast-check'\nfc.configureGlobal({ seed: 1 })\n",
}

/** Everything installed is shared; the packages of this repository are those of the copy. */
function linkModules(root: string, folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@fyh'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@fyh' && !name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const name of ['base', 'loan-engine']) symlinkSync(join(folder, 'packages', name), join(modules, '@fyh', name))
}

function testsIn(folder: string): string[] {
  return copied
    .flatMap((path) => readdirSync(join(folder, path)).map((name) => join(path, name)))
    .filter((path) => path.endsWith('.test.ts'))
}

/** Tests that import the file itself come first, since most mutations end there; those of random loans, which take longest, last. */
function byNearness(folder: string, tests: readonly string[], file: string): string[][] {
  const imports = (test: string) => readFileSync(join(folder, test), 'utf8').includes(`/${basename(file)}'`)
  const isRandom = (test: string) => test.endsWith('.property.test.ts')
  const rankOf = (test: string) => (isRandom(test) ? 2 : imports(test) ? 0 : 1)
  return [0, 1, 2].map((rank) => tests.filter((test) => rankOf(test) === rank))
}

async function runTests(folder: string, tests: readonly string[], limitMs: number): Promise<{ passed: boolean; output: string }> {
  if (tests.length === 0) return { passed: true, output: '' }
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const options = ['--bail', '1', '--no-isolate', '--pool', 'threads', '--testTimeout', '60000', '--reporter', 'dot']
  const child = spawn(process.execPath, [vitest, 'run', ...options, ...tests], { cwd: folder, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output = (output + part).slice(-4_000)
    })
  const { pid } = child
  const limit = setTimeout(() => pid !== undefined && process.kill(-pid, 'SIGKILL'), limitMs)
  const [code] = await once(child, 'exit')
  clearTimeout(limit)
  return { passed: code === 0, output }
}
