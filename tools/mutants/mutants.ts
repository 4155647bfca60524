import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Mutation, mutationsOf } from './mutations.ts'
import { type NamedFault, namedFaults } from './named-faults.ts'
import { sampleOf } from './sample.ts'
import { openWorkbench } from './workbench.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** The share of mutants that the tests must notice. */
const leastCaught = 0.9

/** What handles money: the engine, and the arithmetic of amounts below it. */
const moneyFiles = ['packages/base/money.ts', 'packages/loan-engine/*.ts']
/** A search for a root, right by any way that reaches it: the price tests look at the root. */
const searches = ['packages/loan-engine/internal-rate.ts']

/**
 * `npm run mutants`: changes the money code in copies, one small change at a time, and runs the engine's tests over each. Prints what no
 * test noticed, and ends with 1 below nine in ten. `--sample N` (160), `--seed N`, `--in TEXT` for files whose path contains it,
 * `--benches N` (2) for how many copies work side by side; `--named` takes the faults written down by hand instead.
 */
async function run(args: readonly string[]): Promise<boolean> {
  const options = {
    sample: { type: 'string', default: '160' },
    seed: { type: 'string', default: '1' },
    in: { type: 'string', default: '' },
    benches: { type: 'string', default: '2' },
    named: { type: 'boolean', default: false },
  } as const
  const { values } = parseArgs({ args: [...args], options })
  const sample = values.named ? namedFaults.filter(({ file }) => file.includes(values.in)).map(mutationOf) : generated(values)
  const survivors = await survivorsOf(sample, Number(values.benches))
  const caught = (sample.length - survivors.length) / sample.length
  process.stdout.write(`caught ${sample.length - survivors.length} of ${sample.length} (${(caught * 100).toFixed(1)} %)\n`)
  return caught >= leastCaught
}

function generated({ in: part, sample: size, seed }: { in: string; sample: string; seed: string }): Mutation[] {
  const files = globSync(moneyFiles, { cwd: root, exclude: searches }).filter(
    (file) => !/(\.test|-for-test)\.ts$/.test(file) && file.includes(part),
  )
  const all = files.sort().flatMap((file) => mutationsOf(file, readFileSync(join(root, file), 'utf8')))
  const sample = sampleOf(all, { size: Number(size), seed: Number(seed) })
  process.stdout.write(`${sample.length} of ${all.length} mutants in ${files.length} files\n`)
  return sample
}

function mutationOf({ fault, file, from, to }: NamedFault): Mutation {
  const text = readFileSync(join(root, file), 'utf8')
  const start = text.indexOf(from)
  if (start === -1 || text.includes(from, start + 1)) throw new Error(`${file}: ‘${fault}’ does not stand there once`)
  return { file, line: text.slice(0, start).split('\n').length, what: fault, start, end: start + from.length, put: to }
}

async function survivorsOf(sample: readonly Mutation[], benches: number): Promise<Mutation[]> {
  const waiting = [...sample]
  const survivors: Mutation[] = []
  const work = async () => {
    const bench = openWorkbench(root)
    try {
      await bench.begin()
      for (let mutation = waiting.shift(); mutation !== undefined; mutation = waiting.shift()) {
        if (await bench.notices(mutation)) continue
        survivors.push(mutation)
        process.stdout.write(`survives: ${mutation.file}:${mutation.line}  ${mutation.what}\n`)
      }
    } finally {
      bench.remove()
    }
  }
  await Promise.all(Array.from({ length: benches }, work))
  return survivors
}

process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1
