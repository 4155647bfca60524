import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from '@fyh/postgres/pool.ts'
import type { PoolClient } from 'pg'
import { ofBrowser } from '../collect/event-columns.ts'
import { learnedMs, markOf } from './forgotten.ts'
import { inTransaction } from './in-transaction.ts'
import { daysWithEvents } from './partitions.ts'
import { retried } from './retried.ts'

/** Who is to be forgotten: a user by id, or whoever used a phone number, by its index. */
export type Subject = { readonly userId: string } | { readonly mobileIndex: string }
export type Forgotten = { readonly events: number; readonly visits: number; readonly browsers: number }

type Wish = { readonly subject: Subject; readonly subjectIndex: string; readonly askedBy: string; readonly at: Date }

/**
 * Deletes every event, visit and browser of somebody, and records that it was done. Where others use the same browser, theirs stay: of it go
 * the events of the one, and those before login in the same visits. Counts stay, since nobody is in them. A wish that failed half-way
 * is simply said again: a browser is forgotten in one transaction. What it sends again of the time before is not taken any more: every writer
 * knows of the wish before anything is deleted, for which it waits some seconds.
 */
export async function forget(
  pool: Pool,
  { subject, subjectIndex, askedBy, at }: Wish,
  untilLearned: () => Promise<unknown> = () => wait(learnedMs + writingMs),
): Promise<Forgotten> {
  const who = await whoIs(pool, subject)
  const days = await daysWithEvents(pool)
  for (const browser of who.browsers) await inTransaction(pool, (client) => markBrowser(client, { browser, who, days, at }))
  if (who.browsers.length > 0) await untilLearned()
  const forgotten = { events: 0, visits: 0, browsers: 0 }
  for (const browser of who.browsers) {
    const gone = await retried(() => inTransaction(pool, (client) => forgetBrowser(client, { browser, who, days, at })))
    forgotten.events += gone.events
    forgotten.visits += gone.visits
    forgotten.browsers += gone.browsers
  }
  await pool.query(
    'insert into forget_record (forgotten_at, subject_index, asked_by, events, visits, browsers) values ($1, $2, $3, $4, $5, $6)',
    [at, subjectIndex, askedBy, forgotten.events, forgotten.visits, forgotten.browsers],
  )
  return forgotten
}

/** What began to write before it knew of the wish is there by then. */
const writingMs = 500

type Browser = { readonly browser: string; readonly who: Who; readonly days: readonly string[]; readonly at: Date }

/**
 * What leads to the events goes first: who is writing some at this moment holds it until they are there, so that they are seen below; who
 * comes later waits, and makes it anew for the events that come with it.
 */
async function forgetBrowser(client: PoolClient, { browser, who, days, at }: Browser): Promise<Forgotten> {
  await run(client, `delete from browser_user where generate_id = $3 and ${isTheirs}`, [who.userIds, who.mobileIndexes, browser])
  const { isShared, traces } = await markBrowser(client, { browser, who, days, at })
  let events = 0
  for (const day of days) events += await deleteEvents(client, { day, browser, who, traces, isShared })
  events += await deleteAside(client, traces)
  const visits = await deleteVisits(client, browser, traces)
  if (isShared) return { events, visits, browsers: 0 }
  await run(client, 'delete from undated_event where generate_id = $1', [browser])
  return { events, visits, browsers: await run(client, 'delete from person where generate_id = $1', [browser]) }
}

/** From now on nothing is taken any more that is theirs, of before. */
async function markBrowser(client: PoolClient, { browser, who, days, at }: Browser): Promise<{ isShared: boolean; traces: string[] }> {
  // Without an id of its own, who knows whose it is.
  const isShared = browser === '' || (await usedByOthers(client, browser, who))
  const found = new Set<string>()
  for (const day of days) for (const trace of await tracesOf(client, { day, browser, who, isShared })) found.add(trace)
  const traces = [...found]
  await remember(client, { browser, at, marks: isShared ? marksOf(browser, who, traces) : null })
  if (browser !== '' && traces.length > 0) await remember(client, { browser: '', at, marks: visitMarks('', traces) })
  return { isShared, traces }
}

const visitMarks = (browser: string, traces: readonly string[]) => traces.map((trace) => markOf(browser, 'visit', trace))

function marksOf(browser: string, { userIds, mobileIndexes }: Who, traces: readonly string[]): string[] {
  return [
    ...userIds.map((userId) => markOf(browser, 'user', userId)),
    ...mobileIndexes.map((index) => markOf(browser, 'mobile', index)),
    ...visitMarks(browser, traces),
  ]
}

type Forgetting = { readonly browser: string; readonly at: Date; readonly marks: readonly string[] | null }

/** So that what is sent again does not bring it back. Of browsers without an id many are forgotten by one wish. */
async function remember(client: PoolClient, { browser, at, marks }: Forgetting): Promise<void> {
  await run(
    client,
    `insert into forgotten (generate_id, forgotten_at, marks) values ($1, $2, $3)
     on conflict (generate_id, forgotten_at) do update set marks = case when excluded.marks is not null then forgotten.marks || excluded.marks end`,
    [browser, at, marks],
  )
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

const isNobodys = "user_id = '' and mobile_index is null"

async function usedByOthers(client: PoolClient, browser: string, { userIds, mobileIndexes }: Who): Promise<boolean> {
  const { rows } = await client.query<{ others: boolean }>(
    `select exists (select from browser_user where generate_id = $3 and not ${isTheirs}) as others`,
    [userIds, mobileIndexes, browser],
  )
  return rows[0]?.others === true
}

type Part = { readonly day: string; readonly browser: string; readonly who: Who; readonly isShared: boolean }

/** The visits in which they were seen; of a browser that is theirs alone, all. The rows that say a sender say it for all. */
async function tracesOf(client: PoolClient, { day, browser, who, isShared }: Part): Promise<string[]> {
  const { rows } = await client.query<{ trace_id: string }>(
    `select distinct trace_id from event where day = $4 and ${ofBrowser('$3')} and trace_id <> '' and ($5 or ${isTheirs})`,
    [who.userIds, who.mobileIndexes, browser, day, !isShared],
  )
  return rows.map(({ trace_id }) => trace_id)
}

/**
 * Those that say their sender go by what they say, those behind them by the row they lead to. Which rows those are is asked once, so that none of a browser's many is
 * held against each other one.
 */
function deleteEvents(
  client: PoolClient,
  { day, browser, who, traces, isShared }: Part & { readonly traces: readonly string[] },
): Promise<number> {
  const ofDay = `day = $4 and ${ofBrowser('$3')}`
  const saysThem = `${isTheirs} or (${isNobodys} and trace_id = any ($6))`
  return run(
    client,
    `with theirs as materialized (select digest from event where ${ofDay} and (${saysThem}))
     delete from event where ${ofDay}
       and ($5 or ${saysThem} or (sender_digest is not null and sender_digest in (select digest from theirs)))`,
    [who.userIds, who.mobileIndexes, browser, day, !isShared, traces],
  )
}

/** What was sent in their visits without the id of a browser, and by nobody else. */
function deleteAside(client: PoolClient, traces: readonly string[]): Promise<number> {
  return run(client, `delete from event where generate_id = '' and trace_id = any ($1) and ${isNobodys}`, [traces])
}

/** A visit in which others were seen, too, stays as theirs. What is left of all of them is looked through at once. */
async function deleteVisits(client: PoolClient, browser: string, traces: readonly string[]): Promise<number> {
  const ofTraces = 'generate_id = $1 and visit.trace_id = any ($2)'
  const left = (values: string) => `select trace_id ${values} from event_in_full
    where ${ofBrowser('$1')} and page <> '' and trace_id = any ($2) group by trace_id`
  const deleted = await run(client, `delete from visit where ${ofTraces} and trace_id not in (${left('')})`, [browser, traces])
  const others = left(", max(array[user_id, coalesce(mobile_index, ''), mobile_mask]) as who, count(*) as events")
  await run(
    client,
    `update visit set user_id = who[1], mobile_index = nullif(who[2], ''), mobile_mask = who[3], events = kept.events
     from (${others}) as kept where ${ofTraces} and visit.trace_id = kept.trace_id`,
    [browser, traces],
  )
  return deleted
}

async function run(client: PoolClient, text: string, values: readonly unknown[]): Promise<number> {
  return (await client.query(text, [...values])).rowCount ?? 0
}
