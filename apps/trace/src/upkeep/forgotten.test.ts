import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openOperator, type TestOperator } from '../answer/test-operator.ts'
import { addCounts } from '../collect/add-counts.ts'
import { forget, type Subject } from './forget.ts'
import { learnedMs } from './forgotten.ts'
import { upkeep } from './upkeep.ts'

let trace: TestOperator
const dayMs = 86_400_000

beforeAll(async () => {
  trace = await openOperator()
})
afterAll(() => trace.close())
beforeEach(async () => {
  await trace.pool.query('truncate counts_to_add, event, undated_event, visit, person, browser_user, event_count, forgotten')
  later(learnedMs)
})

const nowMs = () => trace.clock.machineNow().getTime()
const later = (ms: number) => trace.clock.pass(ms)
const forgetAfter = (subject: Subject, untilLearned: () => Promise<void>) =>
  forget(trace.pool, { subject, subjectIndex: 'who', askedBy: 'command', at: trace.clock.machineNow() }, untilLearned)
const wish = async (subject: Subject) => {
  await forgetAfter(subject, async () => undefined)
  later(learnedMs)
}
const kept = async () => {
  const { rows } = await trace.pool.query<{ trace_id: string; page: string }>('select trace_id, page from event order by trace_id, page')
  return rows.map(({ trace_id, page }) => `${trace_id} ${page}`)
}
const counted = async () => {
  await addCounts(trace.pool)
  return (await trace.pool.query('select sum(count)::integer as events from event_count')).rows
}

test('what a forgotten user’s browser sends again is taken, and neither stored nor counted; what it sends anew is', async () => {
  const at = nowMs() - 1_000
  const sent = [
    { generateId: 'b1', traceId: 't1', seq: 1, at, page: 'home' },
    { generateId: 'b1', traceId: 't1', seq: 2, at, page: 'loan', userId: '7' },
  ]
  const unsent = { generateId: 'b1', traceId: 't1', seq: 3, at, page: 'late', userId: '7' }
  await trace.send(...sent)
  await wish({ userId: '7' })
  expect(await kept()).toEqual([])
  const wrongClock = { generateId: 'b1', traceId: 't1', seq: 5, at: at - 400 * dayMs, page: 'undated', userId: '7' }
  await trace.send(...sent, unsent, wrongClock, { generateId: 'b1', traceId: 't1', seq: 4, at: nowMs(), page: 'new' })
  expect(await kept()).toEqual(['t1 new'])
  expect(await counted()).toEqual([{ events: 3 }])
  expect((await trace.pool.query('select generate_id, events from visit')).rows).toEqual([{ generate_id: 'b1', events: 1 }])
})

test('what comes while a wish is at work is either deleted or not taken: writers know of it before anything is deleted', async () => {
  const sent = { generateId: 'b1', traceId: 't1', seq: 1, at: nowMs() - 1_000, page: 'home', userId: '7' }
  await trace.send(sent)
  const gone = await forgetAfter({ userId: '7' }, async () => {
    expect(await kept()).toEqual(['t1 home'])
    // By a writer that does not know yet, and by one that does.
    await trace.send({ ...sent, seq: 2 })
    later(learnedMs)
    await trace.send({ ...sent, seq: 3 })
  })
  expect(gone).toEqual({ events: 2, visits: 1, browsers: 1 })
  await trace.send(sent, { ...sent, seq: 2 })
  expect(await kept()).toEqual([])
})

test('of a browser that others use too, only theirs stays away: their events, and those of nobody in the same visits', async () => {
  const at = nowMs() - 1_000
  const of = (traceId: string, page: string, more: object = {}) => ({ generateId: 'shared', traceId, at, page, ...more })
  await trace.send(of('mine', 'home', { userId: '7' }), of('other', 'home', { userId: '8' }))
  await wish({ userId: '7' })
  expect(await kept()).toEqual(['other home'])
  await trace.send(
    of('mine', 'before'),
    of('mine', 'loan', { userId: '7' }),
    of('mine', 'aside', { generateId: '' }),
    of('mine', 'theirs', { userId: '8' }),
    of('other', 'before'),
    of('elsewhere', 'loan', { userId: '7' }),
    of('elsewhere', 'before'),
  )
  expect(await kept()).toEqual(['elsewhere before', 'mine theirs', 'other before', 'other home'])
})

test('a phone number that was forgotten stays away too, and what is known of a wish names nobody and goes after fifteen days', async () => {
  const at = nowMs() - 1_000
  const mobile = '13800000001'
  const sent = { generateId: 'b1', traceId: 't1', seq: 1, at, page: 'home', mobile }
  await trace.send(sent, { generateId: 'b1', traceId: 't2', seq: 2, at, page: 'home', userId: '8' })
  const { rows } = await trace.pool.query<{ mobile_index: string }>("select mobile_index from event where mobile_mask <> ''")
  await wish({ mobileIndex: rows[0]?.mobile_index ?? '' })
  await trace.send(sent)
  expect(await kept()).toEqual(['t2 home'])
  const remembered = async () => JSON.stringify((await trace.pool.query('select * from forgotten')).rows)
  expect(await remembered()).not.toContain(rows[0]?.mobile_index)
  const settings = { pool: trace.pool, clock: trace.clock, keepDays: 180, keepCountsDays: 800 }
  later(14 * dayMs)
  await upkeep(settings)
  expect(await remembered()).toContain('b1')
  later(2 * dayMs)
  await upkeep(settings)
  expect(await remembered()).toBe('[]')
})
