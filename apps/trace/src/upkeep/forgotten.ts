import { hash } from 'node:crypto'
import type { Clock } from '@fyh/base/clock.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import type { EventRow } from '../collect/event-row.ts'

type Sender = Pick<EventRow, 'generate_id' | 'user_id' | 'mobile_index' | 'trace_id' | 'happened_at' | 'undated'>
type Wish = { readonly beforeMs: number; readonly marks: ReadonlySet<string> | undefined }

/** A wish is known to every writer after so long. */
export const learnedMs = 2_000

/**
 * Leaves out of what is to be stored what happened before its sender was forgotten: a browser sends again what it got no answer to. While
 * nobody was forgotten lately, it asks the database every other second in which it stores, and looks at no row.
 */
export function openForgotten({ pool, clock }: { readonly pool: Pool; readonly clock: Pick<Clock, 'machineNow'> }) {
  let wishes: ReadonlyMap<string, readonly Wish[]> = new Map()
  let askedMs = Number.NEGATIVE_INFINITY
  return {
    async without(rows: EventRow[]): Promise<EventRow[]> {
      const nowMs = clock.machineNow().getTime()
      if (nowMs - askedMs >= learnedMs) {
        wishes = await wishesIn(pool)
        askedMs = nowMs
      }
      return wishes.size === 0 ? rows : rows.filter((row) => wishes.get(row.generate_id)?.some((wish) => isMeant(wish, row)) !== true)
    },
  }
}

/** What stands for a user, a number or a visit of one browser. */
export function markOf(browser: string, kind: 'user' | 'mobile' | 'visit', value: string): string {
  return hash('sha256', JSON.stringify([browser, kind, value]), 'hex').slice(0, 32)
}

/**
 * As `forget` deletes: what is theirs, and what nobody is named in of the visits they were seen in. Of an event without a moment that can be
 * believed nobody knows that it came later.
 */
function isMeant({ beforeMs, marks }: Wish, { generate_id, user_id, mobile_index, trace_id, happened_at, undated }: Sender): boolean {
  if (!undated && happened_at >= beforeMs) return false
  if (marks === undefined) return true
  if (user_id !== '') return marks.has(markOf(generate_id, 'user', user_id))
  return marks.has(mobile_index === null ? markOf(generate_id, 'visit', trace_id) : markOf(generate_id, 'mobile', mobile_index))
}

async function wishesIn(pool: Pool): Promise<Map<string, Wish[]>> {
  const { rows } = await pool.query<{ generate_id: string; forgotten_at: Date; marks: string[] | null }>(
    'select generate_id, forgotten_at, marks from forgotten',
  )
  const wishes = new Map<string, Wish[]>()
  for (const { generate_id, forgotten_at, marks } of rows) {
    const wish = { beforeMs: forgotten_at.getTime(), marks: marks === null ? undefined : new Set(marks) }
    wishes.set(generate_id, [...(wishes.get(generate_id) ?? []), wish])
  }
  return wishes
}
