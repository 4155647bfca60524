import { fileURLToPath } from 'node:url'
import { type Figure, lineOf, verdictOf } from './figure.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Loaded when their turn comes, so that one part needs nothing of the others. */
const parts: Record<string, () => Promise<(root: string) => AsyncIterable<Figure>>> = {
  engine: async () => (await import('./engine.ts')).measureEngine,
  size: async () => (await import('./size.ts')).measureSize,
  paint: async () => (await import('./paint.ts')).measurePaint,
  running: async () => (await import('./running.ts')).measureRunning,
  closing: async () => (await import('./closing.ts')).measureClosing,
  trace: async () => (await import('./trace.ts')).measureTrace,
  borrowing: async () => (await import('./borrowing.ts')).measureBorrowing,
  traceQuestions: async () => (await import('./trace-questions.ts')).measureTraceQuestions,
}

/** `npm run bench`, or `npm run bench -- size` for one part. Ends with 1 when a figure misses its target or cannot be had. */
async function run(chosen: readonly string[]): Promise<boolean> {
  let passed = true
  for (const [name, load] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    process.stdout.write(`\n${name}\n`)
    try {
      const measure = await load()
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
