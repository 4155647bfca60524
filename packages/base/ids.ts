import { assert } from './assert.ts'
import type { Clock } from './clock.ts'

const epochMs = Date.UTC(2024, 0, 1)
const msEnd = 2 ** 40
const nodeEnd = 2 ** 4
const sequenceEnd = 2 ** 9

/**
 * Ids that fit a JSON number: 40 bits of milliseconds since 2024-01-01 (enough until 2058), 4 of node, 9 of sequence.
 * Rising and never repeated within a source; two sources at once need two nodes. More than 512 in a millisecond, or a clock
 * set back, run on into the following milliseconds.
 */
export function makeIdSource({ clock, node }: { clock: Pick<Clock, 'machineNow'>; node: number }): () => number {
  assert(Number.isInteger(node) && node >= 0 && node < nodeEnd, `node must be 0 to ${nodeEnd - 1}: ${node}`)
  let lastMs = -1
  let sequence = 0
  return () => {
    const ms = clock.machineNow().getTime() - epochMs
    assert(ms >= 0, 'the clock stands before 2024')
    if (ms > lastMs) {
      lastMs = ms
      sequence = 0
    } else if (++sequence === sequenceEnd) {
      lastMs += 1
      sequence = 0
    }
    assert(lastMs < msEnd, 'the ids of this scheme are used up')
    return (lastMs * nodeEnd + node) * sequenceEnd + sequence
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Bytes from here on are thrown away, or the first letters would come up more often. */
const fairEnd = 256 - (256 % letters.length)

/** Letters and digits nobody can guess: 62 possibilities a place. `random` fills the bytes it is given. */
export function randomText(length: number, random: (bytes: Uint8Array<ArrayBuffer>) => unknown = fillFromCrypto): string {
  assert(Number.isInteger(length) && length >= 0 && length <= 1024, `length must be 0 to 1024: ${length}`)
  let text = ''
  while (text.length < length) {
    const bytes = new Uint8Array(length - text.length)
    random(bytes)
    for (const byte of bytes) if (byte < fairEnd) text += letters.charAt(byte % letters.length)
  }
  return text
}

function fillFromCrypto(bytes: Uint8Array<ArrayBuffer>): void {
  globalThis.crypto.getRandomValues(bytes)
}
