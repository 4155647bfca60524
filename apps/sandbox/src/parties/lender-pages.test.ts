import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { linkHolds, signLink } from '@fyh/serve/signed.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../tools/postgres/test-database.ts'
import { openSandbox, sandboxDatabase, secrets, type TestSandbox } from '../test-sandbox.ts'

let database: TestDatabase
let sandbox: TestSandbox
/** What the product answers to the fetching of data, and the references it was asked for. */
let said: object = {}
const asked: string[] = []
const product = createServer(async (request, response) => {
  asked.push(JSON.parse(await text(request)).reference)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
  const { port } = product.address() as AddressInfo
  database = await sandboxDatabase()
  sandbox = await openSandbox(database, { apiUrl: `http://127.0.0.1:${port}` })
})
beforeEach(() => {
  asked.length = 0
})
afterAll(async () => {
  await sandbox.close()
  await database.drop()
  product.close()
})

const [secret] = secrets('lender_5')
let references = 0
const newReference = () => {
  references += 1
  return `R${references}`
}
const open = (reference: string, { ageMs = 0, signedWith = secret } = {}) => {
  const at = String(Date.now() - ageMs)
  const signature = signLink({ purpose: 'handOver', reference, outcome: '', at }, signedWith)
  return sandbox.app.inject({ url: `/partner/lender_5?${new URLSearchParams({ reference, at, signature })}` })
}
const granted = (key: string) => ({
  code: 0,
  msg: '',
  data: {
    key,
    amountFen: 1_000_000,
    periods: 12,
    data: { name: '测试', mobile: '13800004000' },
    noticeUrl: 'http://127.0.0.1:1/notice',
    returnUrl: 'http://127.0.0.1:8080/capitalResult',
  },
})
const decide = (reference: string, end: string) =>
  sandbox.app.inject({ url: `/partner/lender_5/decide?${new URLSearchParams({ reference, end })}` })

test('the page shows which data it was given, not their values, and fetches them once, also when it is loaded again', async () => {
  const reference = newReference()
  said = granted('apply-1-1')
  const page = await open(reference)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('姓名 Name')
  expect(page.body).not.toContain('13800004000')
  expect((await open(reference, { ageMs: 3_600_000 })).statusCode).toBe(200)
  expect(asked).toEqual([reference])
})

test('applying places the application and returns to the product, signed', async () => {
  const reference = newReference()
  said = granted('apply-2-1')
  await open(reference)
  const back = await decide(reference, 'half')
  expect(back.statusCode).toBe(302)
  const address = new URL(String(back.headers.location))
  expect(`${address.origin}${address.pathname}`).toBe('http://127.0.0.1:8080/capitalResult')
  const [outcome = '', at = '', signature = ''] = ['outcome', 'at', 'signature'].map((name) => address.searchParams.get(name) ?? '')
  expect(outcome).toBe('done')
  expect(linkHolds({ purpose: 'return', reference, outcome, at, signature }, [secret])).toBe(true)
  await expect
    .poll(async () => (await sandbox.call('lender_5/queryApply', { key: 'apply-2-1' }))?.answer)
    .toMatchObject({ state: 'approved', amountFen: 500_000 })
})

test('leaving applies for nothing', async () => {
  const reference = newReference()
  said = granted('apply-3-1')
  await open(reference)
  expect(String((await decide(reference, 'leave')).headers.location)).toContain('outcome=cancelled')
  expect((await sandbox.call('lender_5/queryApply', { key: 'apply-3-1' }))?.answer).toMatchObject({ state: 'notFound' })
})

describe('an address that does not hold', () => {
  test.each([
    ['wrong', { signedWith: secrets('lender_4')[0] }],
    ['expired', { ageMs: 6 * 60_000 }],
  ] as const)('is named as %s, and nothing is fetched', async (why, how) => {
    expect((await open(newReference(), how)).body).toContain(`data-why="${why}"`)
    expect(asked).toEqual([])
  })

  test.each([
    ['HAND_OVER_USED', 'used'],
    ['HAND_OVER_EXPIRED', 'expired'],
    ['HAND_OVER_UNKNOWN', 'wrong'],
    ['CAPITAL_CONSENT_MISSING', 'refused'],
  ])('%s of the product is shown as %s', async (error, why) => {
    said = { code: 1, msg: '', data: null, error }
    expect((await open(newReference())).body).toContain(`data-why="${why}"`)
  })

  test('of an unknown reference cannot be decided', async () => {
    expect((await decide('R-unknown', 'approve')).statusCode).toBe(400)
  })
})

describe('magic amounts decide an application', () => {
  test.each([
    [440_000, { state: 'refused', reason: 'riskRefused' }],
    [450_000, { state: 'approved', amountFen: 220_000 }],
    [460_000, { state: 'incomplete', missing: ['workPhone'] }],
    [480_000, { state: 'approved', amountFen: 480_000 }],
  ])('%i fen', async (amountFen, expected) => {
    const request = { key: `magic-${amountFen}`, amountFen, periods: 12, data: {}, noticeUrl: 'http://127.0.0.1:1/notice' }
    expect((await sandbox.call('lender_4/apply', request))?.answer).toEqual({ answer: 'ok' })
    await expect.poll(async () => (await sandbox.call('lender_4/queryApply', { key: request.key }))?.answer).toMatchObject(expected)
  })

  test('one is never decided, until it is taken back', async () => {
    const request = { key: 'magic-never', amountFen: 470_000, periods: 12, data: {}, noticeUrl: 'http://127.0.0.1:1/notice' }
    await sandbox.call('lender_4/apply', request)
    expect((await sandbox.call('lender_4/queryApply', { key: request.key }))?.answer).toMatchObject({ state: 'reviewing' })
    expect((await sandbox.call('lender_4/cancelApply', { key: request.key }))?.answer).toMatchObject({ state: 'cancelled' })
  })

  test('an ordered failure lets half be approved', async () => {
    await sandbox.post('/api/orders', { port: 'lender_4', failure: 'otherAmount' })
    const request = { key: 'ordered-half', amountFen: 1_000_000, periods: 12, data: {}, noticeUrl: 'http://127.0.0.1:1/notice' }
    await sandbox.call('lender_4/apply', request)
    await expect
      .poll(async () => (await sandbox.call('lender_4/queryApply', { key: request.key }))?.answer)
      .toMatchObject({ amountFen: 500_000 })
  })
})
