import { readFile } from 'node:fs/promises'
import { fen, formatYuan } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../tools/postgres/test-database.ts'
import { failures } from '../failures.ts'
import { magic, payOutRefusedFen } from '../magic.ts'
import { settleDue } from '../money-orders.ts'
import { openSandbox, sandboxDatabase, type TestSandbox } from '../test-sandbox.ts'

let database: TestDatabase
let sandbox: TestSandbox

beforeAll(async () => {
  database = await sandboxDatabase()
  sandbox = await openSandbox(database)
})
afterAll(async () => {
  await sandbox.close()
  await database.drop()
})

describe('the page', () => {
  test('shows what happened and escapes everything', async () => {
    await sandbox.call('sms/send', { key: 'page-sms', mobile: '13800000008', text: '<script>alert("x")</script> & 5521', template: `<b>'` })
    const { body, headers } = await sandbox.app.inject({ url: '/' })
    expect(headers['content-type']).toContain('text/html')
    expect(body).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; 5521')
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('<p class="code">5521</p>')
  })

  test('a form orders a failure and shows it', async () => {
    const { statusCode } = await sandbox.app.inject({
      method: 'POST',
      url: '/orders',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'what=lender_2.refuse&calls=3',
    })
    expect(statusCode).toBe(303)
    expect((await sandbox.get('/api/orders')).orders).toMatchObject([{ port: 'lender_2', failure: 'refuse', callsLeft: 3 }])
    const { body } = await sandbox.app.inject({ url: '/' })
    expect(body).toContain('lender_2: refuse')
    for (const what of ['lender_1.late', 'lender_2.cannotCancel', 'lender_3.refuse', 'lender.never'])
      expect(body).toContain(`value="${what}"`)
  })

  test('a form orders money received days ago, and a button takes a payment back', async () => {
    const form = (url: string, payload = '') =>
      sandbox.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload })
    await form('/orders', 'what=payment.backDated&calls=1&days=12')
    const { orders } = await sandbox.get('/api/orders')
    expect(orders).toContainEqual(expect.objectContaining({ port: 'payment', failure: 'backDated', callsLeft: 1, days: 12 }))
    expect((await sandbox.app.inject({ url: '/' })).body).toContain('by 12 days')
    await form('/orders/clear')
    await sandbox.deps.pool.query(
      `insert into money_order (port, key, amount_fen, state, ends_as, taken_fen, notice_url, notice_times, notice_after_ms, settle_at, ordered_on, kind)
       values ('payment', 'paid-1', 100, 'processing', 'succeeded', 100, 'http://127.0.0.1:1/', 1, 0, now() - interval '1 second', '2026-11-27', 'debit')`,
    )
    await settleDue(sandbox.deps)
    expect((await sandbox.app.inject({ url: '/' })).body).toContain('action="/debits/paid-1/return"')
    expect((await form('/debits/paid-1/return')).headers.location).toContain('is%20returned')
    expect((await form('/debits/paid-1/return')).headers.location).toContain('No%20returnable%20payment')
    await sandbox.deps.pool.query(`update money_order set state = 'succeeded' where key = 'paid-1'`)
    expect((await form('/debits/return', 'key=+paid-1+')).headers.location).toContain('Payment%20paid-1%20is%20returned')
    expect((await form('/debits/return', 'key=')).headers.location).toContain('No%20returnable%20payment')
  })

  test('another site cannot order anything through a browser', async () => {
    const { statusCode } = await sandbox.app.inject({
      method: 'POST',
      url: '/orders/clear',
      headers: { origin: 'http://elsewhere.example', host: '127.0.0.1:8082' },
    })
    expect(statusCode).toBe(403)
  })

  test('says so when the API is away, and stays up', async () => {
    expect(await sandbox.get('/api/clock')).toEqual({ problem: 'The API does not answer' })
    expect((await sandbox.app.inject({ url: '/' })).body).toContain('The API does not answer')
    expect(await sandbox.get('/healthz')).toEqual({ status: 'ok' })
  })

  test.each([
    [{ today: 'tomorrow' }, 'today must be a date like 2026-12-31'],
    [{ today: '2026-02-30' }, 'today must be a date like 2026-12-31'],
    [{}, 'today must be a date like 2026-12-31'],
    [[], 'must be an object with a date in today'],
  ])('refuses a date that is none in words: %j', async (body, error) => {
    const answer = await sandbox.app.inject({ method: 'POST', url: '/api/clock', payload: body })
    expect([answer.statusCode, answer.json()]).toEqual([400, { error }])
  })
})

test('docs/sandbox.md names every magic value and every failure', async () => {
  const text = await readFile(new URL('../../../../docs/sandbox.md', import.meta.url), 'utf8')
  for (const { tail } of Object.values(magic)) expect(text).toContain(`\`${tail}\``)
  for (const failure of Object.keys(failures)) expect(text).toContain(`| \`${failure}\` |`)
  expect(text).toContain(`¥${formatYuan(fen(payOutRefusedFen))}`)
})
