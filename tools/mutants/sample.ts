import type { Mutation } from './mutations.ts'

/** So many of them, from every file its share, and the same ones for the same seed. */
export function sampleOf(mutations: readonly Mutation[], { size, seed }: { size: number; seed: number }): Mutation[] {
  const random = randomFrom(seed)
  const byFile = Map.groupBy(mutations, ({ file }) => file)
  const ranked = [...byFile.values()].flatMap((ofFile) => {
    const shuffled = ofFile.map((mutation) => ({ mutation, key: random() })).sort((a, b) => a.key - b.key)
    return shuffled.map(({ mutation }, index) => ({ mutation, rank: (index + 0.5) / ofFile.length }))
  })
  const chosen = ranked.sort((a, b) => a.rank - b.rank).slice(0, size)
  return chosen.map(({ mutation }) => mutation).sort((a, b) => a.file.localeCompare(b.file) || a.start - b.start)
}

/** Numbers from 0 to 1 that look random (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
