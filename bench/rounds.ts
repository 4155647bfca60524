/** A piece of work; `turn` counts up, so that no two calls ask the same. The number it answers depends on all it made. */
export type Work = (turn: number) => number

const turnsAtOnce = 64

/**
 * How often a second each piece of work is done, in the order given: the median of rounds in which they take turns, after one that only
 * warms up. So a slow moment of the machine meets all of them, and what they made is summed, so that no compiler can leave it out.
 */
export function medianRates(works: readonly Work[], { rounds = 61, roundMs = 30 } = {}): number[] {
  for (const work of works) runRound(work, roundMs)
  const rates = works.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) for (const [index, work] of works.entries()) rates[index]?.push(runRound(work, roundMs))
  return rates.map(median)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  return (upper + lower) / 2
}

/** NaN when the work made nothing that is a number, which misses every target. */
function runRound(work: Work, roundMs: number): number {
  let made = 0
  let turns = 0
  const begin = performance.now()
  let elapsed = 0
  while (elapsed < roundMs) {
    for (let turn = 0; turn < turnsAtOnce; turn += 1) made += work(turns + turn)
    turns += turnsAtOnce
    elapsed = performance.now() - begin
  }
  return Number.isFinite(made) && made !== 0 ? (turns / elapsed) * 1000 : Number.NaN
}
