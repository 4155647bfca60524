import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { FolderInUse, type FolderLock, lockFolder } from './folder-lock.ts'

/** The first errors say what is wrong; a broken import repeats itself many times. */
const outputMax = 8_000

const sources = [
  'apps/web/{index.html,package.json,vite.config.ts,tsconfig.json}',
  'apps/web/{src,legacy,public}/**/*',
  'tools/web-check/*.ts',
  'packages/{base,contract,loan-engine}/**/*.ts',
  'package-lock.json',
]

type Surroundings = { onProgress: (what: string) => void; signal: AbortSignal }
/** Builds the sources of `root` into the folder `next`. */
export type Bundle = (root: string, next: string, signal: AbortSignal) => Promise<void>

/**
 * Builds the web app when its sources differ from those of the last build, and fails when the oldest browsers it is for would not
 * understand it. What is served changes only when a build is complete. Of several starts in one checkout one builds; the others wait
 * for it and take its result.
 */
export async function buildWeb(root: string, { onProgress, signal }: Surroundings, bundle: Bundle = bundleWithVite): Promise<string> {
  const dist = join(root, 'apps/web/dist')
  const hash = hashOf(root)
  if (builtFrom(dist) === hash) return dist
  const lock = await lockWhenFree(join(root, 'node_modules/.web-build'), signal)
  try {
    if (builtFrom(dist) === hash) return dist
    onProgress('Building the web app (its sources changed; this takes some seconds)')
    const next = join(root, 'node_modules/.web-build/next')
    rmSync(next, { recursive: true, force: true })
    await bundle(root, next, signal)
    writeFileSync(join(next, '.sources'), hash)
    takePlaceOf(dist, next)
    return dist
  } finally {
    lock.release()
  }
}

async function bundleWithVite(root: string, next: string, signal: AbortSignal): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const options = ['--outDir', next, '--logLevel', 'warn']
  await run([vite, 'build', ...options], join(root, 'apps/web'), signal, 'The web app does not build')
  const check = [join(root, 'tools/web-check/check.ts'), next]
  await run(check, root, signal, 'The oldest browsers would not understand the web app')
}

/** Hash of the sources of the build in `dist`; undefined where there is no complete build. */
function builtFrom(dist: string): string | undefined {
  try {
    return readFileSync(join(dist, '.sources'), 'utf8')
  } catch {
    return undefined
  }
}

const lookAgainMs = 100

async function lockWhenFree(folder: string, signal: AbortSignal): Promise<FolderLock> {
  for (;;) {
    try {
      return lockFolder(folder)
    } catch (failure) {
      if (!(failure instanceof FolderInUse)) throw failure
      await setTimeout(lookAgainMs, undefined, { signal })
    }
  }
}

/** Keeps the time without a build to the one between two renames. */
function takePlaceOf(dist: string, next: string): void {
  const former = `${next}.former`
  rmSync(former, { recursive: true, force: true })
  if (existsSync(dist)) renameSync(dist, former)
  renameSync(next, dist)
  rmSync(former, { recursive: true, force: true })
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
