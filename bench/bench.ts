import { fileURLToPath } from 'node:url'
import { measureBorrowing } from './borrowing.ts'
import { type Figure, lineOf, verdictOf } from './figure.ts'
import { measureRunning } from './running.ts'
import { measureSize } from './size.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

const parts: Record<string, (root: string) => AsyncIterable<Figure>> = {
  size: measureSize,
  running: measureRunning,
  borrowing: measureBorrowing,
}

/** `npm run bench`, or `npm run bench -- size` for one part. Ends with 1 when a figure misses its target or cannot be had. */
async function run(chosen: readonly string[]): Promise<boolean> {
  let passed = true
  for (const [name, measure] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    process.stdout.write(`\n${name}\n`)
    try {
      for await (const figure of measure(root)) {
        process.stdout.write(`${lineOf(figure)}\n`)
        passed &&= verdictOf(figure) !== 'FAIL'
      }
    } catch (error) {
      process.stdout.write(`FAIL  ${error instanceof Error ? error.message : String(error)}\n`)
      passed = false
    }
  }
  return passed
}

process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1
