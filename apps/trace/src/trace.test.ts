import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { fixedClock } from '@fyh/base/clock.ts'
import { randomText } from '@fyh/base/ids.ts'
import { collect } from '@fyh/contract/trace.ts'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tools/postgres/test-database.ts'
import { createTrace } from './app.ts'
import { addCounts } from './collect/add-counts.ts'
import { openMobileIndex } from './collect/mobile-index.ts'

const origin = 'http://127.0.0.1:8080'
const clock = fixedClock('2026-11-27T10:00:00+08:00')
const migrations = fileURLToPath(new URL('../migrations', import.meta.url))

let database: TestDatabase
let pool: Pool
let app: ReturnType<typeof createTrace>
const logged: string[] = []
const log = makeLog({
  name: 'trace',
  to: new Writable({
    write(chunk: Buffer, _, done) {
      logged.push(chunk.toString())
      done()
    },
  }),
})
const mobileIndex = openMobileIndex('a key for tests, which is no secret')
const open = (rowsMax?: number) =>
  createTrace({ pool, clock, log, mobileIndex, origins: [origin], ...(rowsMax === undefined ? {} : { rowsMax }) })

beforeAll(async () => {
  database = await testDatabase({ migrations, schema: 'trace' })
  pool = openPool({ url: database.url, schema: 'trace', applicationName: 'trace-test' })
  app = open()
})
afterAll(async () => {
  await app.close()
  await pool.end()
  await database.drop()
})

let browser = ''
beforeEach(() => {
  browser = randomText(19)
  logged.length = 0
})

const event = (seq: number | undefined, changes: Record<string, unknown> = {}) => ({
  ...collect.trace.example.body,
  generateId: browser,
  ...(seq === undefined ? {} : { seq }),
  ...changes,
})
const post = (payload: unknown, headers: Record<string, string> = {}, to = app) =>
  to.inject({
    method: 'POST',
    url: '/fuyh/trace',
    headers: { 'content-type': 'text/plain;charset=UTF-8', origin, ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
const stored = async () =>
  (await pool.query<Record<string, unknown>>('select * from event_in_full where generate_id = $1 order by seq', [browser])).rows
const storedSeqs = async () => (await stored()).map(({ seq }) => seq)

describe('taking events', () => {
  test('R7.10 R3.8 one event as JSON is stored field for field, unknown extras kept', async () => {
    const answer = await post(event(1, { page: 'home', extraField: 'kept' }), { 'content-type': 'application/json' })
    expect(answer.json()).toEqual({ code: 0, msg: '', data: { stored: 1, refused: 0 } })
    expect(await stored()).toMatchObject([
      { event: 'page_load', action: 'pageLoad', page: 'home', type: 'h5_fyh', extra: { extraField: 'kept' } },
    ])
  })

  test('TR-01 a batch as text/plain, as a beacon sends it, is stored and needs no preflight', async () => {
    const answer = await post({ events: [event(1), event(2), event(3)] })
    expect(answer.json().data).toEqual({ stored: 3, refused: 0 })
    expect(answer.headers['access-control-allow-origin']).toBe(origin)
    expect(await storedSeqs()).toEqual([1, 2, 3])
  })

  test('TR-02 what is sent twice is stored once, in one batch, in two requests and at the same time', async () => {
    await post({ events: [event(1), event(1)] })
    await post(event(1))
    await Promise.all(Array.from({ length: 12 }, () => post({ events: [event(2), event(1)] })))
    expect(await storedSeqs()).toEqual([1, 2])
  })

  test('two real events are never one: not with equal payloads and another seq, nor from two tabs that took the same seq', async () => {
    await post({ events: [event(1), event(2)] })
    await post(event(2, { traceId: 'u'.repeat(11) }))
    expect(await storedSeqs()).toEqual([1, 2, 2])
  })

  test('without a seq nothing tells a resend, so both are kept', async () => {
    await post(event(undefined))
    await post(event(undefined))
    expect(await stored()).toHaveLength(2)
  })

  test('CN-16 a bad event does not lose the others of its batch', async () => {
    const answer = await post({ events: [event(1), { nonsense: true }, event(2, { content: 'x'.repeat(5000) }), null, event(3)] })
    expect(answer.json().data).toEqual({ stored: 2, refused: 3 })
    expect(await storedSeqs()).toEqual([1, 3])
  })

  test('CN-16 NUL and half surrogate pairs are cleaned in fields, extras and keys', async () => {
    const answer = await post({ events: [event(1, { content: 'a\0b', extra: { 'k\0': '\ud835' } }), event(2)] })
    expect(answer.json().data).toEqual({ stored: 2, refused: 0 })
    expect(await stored()).toMatchObject([{ content: 'a\uFFFDb', extra: { extra: { 'k\uFFFD': '\uFFFD' } } }, {}])
  })

  test('extras that lie deeper than any event has are left out, however deep', async () => {
    const deep = `${'['.repeat(7_000)}${']'.repeat(7_000)}`
    const answer = await post(`{"events":[${JSON.stringify(event(1, { note: 0 })).replace('"note":0', `"note":${deep}`)}]}`)
    expect(answer.json().data).toEqual({ stored: 1, refused: 0 })
    expect(await stored()).toMatchObject([{ extra: { note: [[[[[null]]]]] } }])
  })

  test('acknowledged means committed: many requests at once are all there when answered', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, seq) => post(event(seq))))
    expect(answers.every((answer) => answer.json().data.stored === 1)).toBe(true)
    expect(await stored()).toHaveLength(200)
  })

  test('what was stored is there after a restart', async () => {
    const first = open()
    await post({ events: [event(1), event(2)] }, {}, first)
    await first.close()
    const second = open()
    await post(event(2), {}, second)
    await second.close()
    expect(await storedSeqs()).toEqual([1, 2])
  })
})

describe('personal data', () => {
  test('PS-02 a phone number is stored as its keyed index and its mask, a mask as it is', async () => {
    await post({ events: [event(1, { mobile: '138 0000 0001' }), event(2, { mobile: '138****0004' }), event(3)] })
    expect(await stored()).toMatchObject([
      { mobile_index: mobileIndex('13800000001'), mobile_mask: '138****0001', refused: [] },
      { mobile_index: null, mobile_mask: '138****0004', refused: [] },
      { mobile_index: null, mobile_mask: '', refused: [] },
    ])
  })

  test('PS-01 what is known to be somebody’s is taken out wherever it stands, and the log holds nothing of an event', async () => {
    const number = '13800000003'
    const sent = event(1, {
      page: 'secret-page 13800000002',
      content: 'typed 11010119900307002X',
      mobile: '11010119900307002X',
      userId: number,
      form: { phone: 13_800_000_003, deep: [{ realName: '王五' }, 'a@b.example'] },
      [number]: 1,
    })
    const answer = await post(sent)
    expect(answer.json().data).toEqual({ stored: 1, refused: 0 })
    const rows = await stored()
    expect(rows).toMatchObject([
      {
        page: 'secret-page [mobile]',
        content: 'typed [idNumber]',
        mobile_index: null,
        mobile_mask: '',
        user_id: '',
        extra: { form: { phone: '[named]', deep: [{ realName: '[named]' }, '[email]'] }, '[mobile]': 1 },
      },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/1380000000|11010119|王五|b\.example/)
    // What went well leaves no line, what was refused one.
    expect(logged).toEqual([])
    const refused = await post({ ...sent, userId: [number] })
    expect(refused.json().error).toBe('INPUT_INVALID')
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ path: '/fuyh/trace', status: 200, code: 'INPUT_INVALID' }])
    expect(logged.join('')).not.toMatch(/secret-page|110101|1380000000|王五/)
    expect([answer, refused].map(({ headers }) => headers['x-content-type-options'])).toEqual(['nosniff', 'nosniff'])
  })

  test('an id that is somebody’s is dropped, ids of ours stay whatever digits they have', async () => {
    const ours = '0a1b2c3d4e5f6a7b3971764312345678'
    browser = ours
    await post(event(1, { userId: 'u13800000001', eventId: '110101199003070021', traceId: '754974720000123' }))
    expect(await stored()).toMatchObject([{ generate_id: ours, user_id: '', event_id: '', trace_id: '754974720000123' }])
  })

  test('what was taken out is counted by kind and field, once however often the event is sent', async () => {
    const before = await refusals()
    const sent = event(1, { content: 'a@b.example 13800000002', brand: 'fyh', note: 'c@d.example', mobile: 'nonsense' })
    await post(sent)
    await post({ events: [sent, sent] })
    expect((await stored()).map(({ refused }) => refused)).toEqual([['mobile:content', 'email:content', 'format:mobile', 'email:extra']])
    expect(await refusals()).toEqual(counted(before, ['email content', 'mobile content', 'format mobile', 'email extra']))
  })

  test('events that are none are counted by kind and field', async () => {
    const other = open()
    const before = await refusals()
    await post({ events: [event(1), { ...event(2), traceId: 'not an id' }, event(3, { note: 'x'.repeat(17_000) })] }, {}, other)
    await post({ events: [] }, {}, other)
    await other.close()
    expect(await refusals()).toEqual(counted(before, ['shape traceId', 'size event', 'request events']))
  })

  async function refusals(): Promise<Record<string, number>> {
    await addCounts(pool)
    const { rows } = await pool.query<{ name: string; count: number }>(
      "select kind || ' ' || field as name, sum(count)::bigint as count from refusal_count group by 1",
    )
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
  }
  const counted = (before: Record<string, number>, names: readonly string[]) => ({
    ...before,
    ...Object.fromEntries(names.map((name) => [name, (before[name] ?? 0) + 1])),
  })
})

describe('bounds', () => {
  test('a full queue answers 503 with Retry-After, and takes events again afterwards', async () => {
    const small = open(3)
    const refused = await post({ events: [event(1), event(2), event(3), event(4)] }, {}, small)
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('2')
    expect(refused.json()).toMatchObject({ code: 1, error: 'BUSY' })
    expect((await post({ events: [event(5)] }, {}, small)).json().data).toEqual({ stored: 1, refused: 0 })
    await small.close()
  })

  test('a database that is away answers 503 with Retry-After, so the browser keeps its events', async () => {
    const lost = openPool({ url: database.url, schema: 'trace', applicationName: 'trace-test' })
    const other = createTrace({ pool: lost, clock, log, mobileIndex, origins: [origin] })
    await lost.end()
    expect((await post(event(1), {}, other)).statusCode).toBe(503)
    await other.close()
    expect(await stored()).toEqual([])
  })

  test.each([
    ['no JSON', '{"events":', 'body'],
    ['no event', JSON.stringify({ hello: 1 }), 'action'],
    ['an event with a field that is none', JSON.stringify({ ...collect.trace.example.body, userId: 'a b' }), 'userId'],
    ['an event that is too large', JSON.stringify({ ...collect.trace.example.body, note: 'x'.repeat(17_000) }), 'event'],
    ['an empty batch', JSON.stringify({ events: [] }), 'events'],
    ['more than a hundred events', JSON.stringify({ events: Array.from({ length: 101 }, () => ({})) }), 'events'],
    ['a list', '[]', 'body'],
  ])('%s is refused as malformed with the field named, not answered with an error status', async (_, payload, field) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      code: 1,
      error: 'INPUT_INVALID',
      detail: { fields: expect.arrayContaining([expect.objectContaining({ field })]) },
    })
  })

  test('a body beyond the limit is refused', async () => {
    const answer = await post({ events: [event(1, { filler: 'x'.repeat(300_000) })] })
    expect(answer.json()).toMatchObject({ code: 1, error: 'INPUT_INVALID' })
    expect(await stored()).toEqual([])
  })
})

describe('who may send', () => {
  test('a page of another origin is refused and gets no permission to read', async () => {
    const answer = await post(event(1), { origin: 'https://other.example' })
    expect(answer.statusCode).toBe(403)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(await stored()).toEqual([])
  })

  test('TR-01 a page that tells nobody its origin, as a strict referrer policy makes it, is taken and gets no permission to read', async () => {
    const answer = await post(event(1), { origin: 'null' })
    expect(answer.json().data).toEqual({ stored: 1, refused: 0 })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('a JSON request of the web origin passes its preflight', async () => {
    const answer = await app.inject({ method: 'OPTIONS', url: '/fuyh/trace', headers: { origin, 'access-control-request-method': 'POST' } })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': origin, 'access-control-allow-headers': 'content-type' })
  })

  test('GET /healthz tells that events can be stored, or why not', async () => {
    const well = await app.inject({ method: 'GET', url: '/healthz' })
    expect([well.statusCode, well.json().data]).toEqual([200, { state: 'ok', waiting: 0, kept: expect.any(Number) }])
    await post({ events: [event(1), event(2)] })
    const later = await app.inject({ method: 'GET', url: '/healthz' })
    expect(later.json().data.kept - well.json().data.kept).toBe(2)
    const lost = openPool({ url: database.url, schema: 'trace', applicationName: 'trace-test' })
    const other = createTrace({ pool: lost, clock, log, mobileIndex, origins: [origin] })
    await lost.end()
    const ill = await other.inject({ method: 'GET', url: '/healthz' })
    expect([ill.statusCode, ill.json().data]).toEqual([503, { state: 'databaseAway', waiting: 0, kept: 0 }])
    await other.close()
  })
})
