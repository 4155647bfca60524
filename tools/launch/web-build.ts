import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The first errors say what is wrong; a broken import repeats itself many times. */
const outputMax = 8_000

const sources = [
  'apps/web/{index.html,package.json,vite.config.ts,tsconfig.json}',
  'apps/web/{src,legacy,public}/**/*',
  'tools/web-check/*.ts',
  'packages/{base,contract,loan-engine}/**/*.ts',
  'package-lock.json',
]

/**
 * Builds the web app when its sources differ from those of the last build, and fails when the oldest browsers it is for would not
 * understand it. What is served changes only when a build is complete.
 */
export async function buildWeb(
  root: string,
  { onProgress, signal }: { onProgress: (what: string) => void; signal: AbortSignal },
): Promise<string> {
  const dist = join(root, 'apps/web/dist')
  const stamp = join(dist, '.sources')
  const hash = hashOf(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return dist
  onProgress('Building the web app (its sources changed; this takes some seconds)')
  const next = join(root, `node_modules/.web-build-${process.pid}`)
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const options = ['--outDir', next, '--logLevel', 'warn']
    await run([vite, 'build', ...options], join(root, 'apps/web'), signal, 'The web app does not build')
    const check = [join(root, 'tools/web-check/check.ts'), next]
    await run(check, root, signal, 'The oldest browsers would not understand the web app')
    writeFileSync(join(next, '.sources'), hash)
    takePlaceOf(dist, next)
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
  return dist
}

/** Two starts at once may both have built; whichever comes later finds the other's folder put there in between, and replaces it. */
function takePlaceOf(dist: string, next: string): void {
  for (let tries = 1; ; tries++) {
    rmSync(dist, { recursive: true, force: true })
    try {
      renameSync(next, dist)
      return
    } catch (failure) {
      const isTaken = failure instanceof Error && 'code' in failure && (failure.code === 'ENOTEMPTY' || failure.code === 'EEXIST')
      if (!isTaken || tries === 5) throw failure
    }
  }
}

function hashOf(root: string): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root, withFileTypes: true, exclude: (entry) => entry.name === 'node_modules' })
  const paths = files
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of paths.sort()) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

function run(args: string[], cwd: string, signal: AbortSignal, failure: string): Promise<void> {
  const child = spawn(process.execPath, args, { cwd, signal, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output = (output + part).slice(0, outputMax)
    })
  }
  return new Promise((settle, fail) => {
    child.once('error', fail)
    child.once('close', (code) => (code === 0 ? settle() : fail(new Error(`${failure}:\n${stripVTControlCharacters(output).trim()}`))))
  })
}
