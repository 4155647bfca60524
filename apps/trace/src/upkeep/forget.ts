import type { Pool } from '@fyh/postgres/pool.ts'
import { daysWithEvents } from './partitions.ts'
import { retried } from './retried.ts'

/** Who is to be forgotten: a user by id, or whoever used a phone number, by its index. */
export type Subject = { readonly userId: string } | { readonly mobileIndex: string }
export type Forgotten = { readonly events: number; readonly visits: number; readonly browsers: number }

type Wish = { readonly subject: Subject; readonly subjectIndex: string; readonly askedBy: string; readonly at: Date }

/**
 * Deletes every event, visit and browser of somebody, and records that it was done. Where others use the same browser, theirs stay: of it go
 * the events of the one, and those before login in the same visits. Counts stay, since nobody is in them. Run again after a
 * failure it goes on where it was: what leads to the rest is deleted last.
 */
export async function forget(pool: Pool, { subject, subjectIndex, askedBy, at }: Wish): Promise<Forgotten> {
  const who = await whoIs(pool, subject)
  const days = await daysWithEvents(pool)
  const forgotten = { events: 0, visits: 0, browsers: 0 }
  for (const browser of who.browsers) {
    // Without an id of its own, who knows whose it is.
    const isShared = browser === '' || (await usedByOthers(pool, browser, who))
    const traces = new Set<string>()
    for (const day of days) for (const trace of await tracesOf(pool, { day, browser, who, isShared })) traces.add(trace)
    for (const day of days) forgotten.events += await deleteEvents(pool, { day, browser, who, traces: [...traces], isShared })
    forgotten.visits += await run(pool, 'delete from visit where trace_id = any ($2) and generate_id = $1', [browser, [...traces]])
    if (isShared) continue
    forgotten.browsers += await run(pool, 'delete from person where generate_id = $1', [browser])
    await run(pool, 'delete from undated_event where generate_id = $1', [browser])
  }
  await run(pool, `delete from browser_user where ${isTheirs}`, [who.userIds, who.mobileIndexes])
  await run(
    pool,
    'insert into forget_record (forgotten_at, subject_index, asked_by, events, visits, browsers) values ($1, $2, $3, $4, $5, $6)',
    [at, subjectIndex, askedBy, forgotten.events, forgotten.visits, forgotten.browsers],
  )
  return forgotten
}

type Who = { readonly userIds: readonly string[]; readonly mobileIndexes: readonly string[]; readonly browsers: readonly string[] }

/** A number that was seen with a user leads to what was sent under it before login; a number leads to the users who were seen with it. */
async function whoIs(pool: Pool, subject: Subject): Promise<Who> {
  const { rows } = await pool.query<{ user_id: string; mobile_index: string }>(
    'userId' in subject
      ? { text: 'select user_id, mobile_index from browser_user where user_id = $1', values: [subject.userId] }
      : { text: 'select user_id, mobile_index from browser_user where mobile_index = $1', values: [subject.mobileIndex] },
  )
  const given = (values: readonly string[]) => [...new Set(values)].filter((value) => value !== '')
  const userIds = given(rows.map(({ user_id }) => user_id))
  const mobileIndexes = given(rows.map(({ mobile_index }) => mobile_index))
  const found = await pool.query<{ generate_id: string }>(`select distinct generate_id from browser_user where ${isTheirs}`, [
    userIds,
    mobileIndexes,
  ])
  return { userIds, mobileIndexes, browsers: found.rows.map(({ generate_id }) => generate_id) }
}

/** A number alone is theirs where nobody was logged in: it may have been somebody else's before. */
const isTheirs = "(user_id = any ($1) or (user_id = '' and mobile_index = any ($2)))"

async function usedByOthers(pool: Pool, browser: string, { userIds, mobileIndexes }: Who): Promise<boolean> {
  const { rows } = await pool.query<{ others: boolean }>(
    `select exists (select from browser_user where generate_id = $3 and not ${isTheirs}) as others`,
    [userIds, mobileIndexes, browser],
  )
  return rows[0]?.others === true
}

type Part = { readonly day: string; readonly browser: string; readonly who: Who; readonly isShared: boolean }

/** The visits in which they were seen; of a browser that is theirs alone, all. The day leads into the key of the events. */
async function tracesOf(pool: Pool, { day, browser, who, isShared }: Part): Promise<string[]> {
  const { rows } = await pool.query<{ trace_id: string }>(
    `select distinct trace_id from event where day = $4 and generate_id = $3 and ($5 or ${isTheirs})`,
    [who.userIds, who.mobileIndexes, browser, day, !isShared],
  )
  return rows.map(({ trace_id }) => trace_id)
}

function deleteEvents(pool: Pool, { day, browser, who, traces, isShared }: Part & { readonly traces: readonly string[] }): Promise<number> {
  return run(
    pool,
    `delete from event where day = $4 and generate_id = $3 and ($5 or ${isTheirs} or (user_id = '' and mobile_index is null and trace_id = any ($6)))`,
    [who.userIds, who.mobileIndexes, browser, day, !isShared, traces],
  )
}

async function run(pool: Pool, text: string, values: readonly unknown[]): Promise<number> {
  const { rowCount } = await retried(() => pool.query(text, [...values]))
  return rowCount ?? 0
}
