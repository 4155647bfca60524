import { addDays, civilDate } from '@fyh/base/dates.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../../tools/postgres/test-database.ts'
import { formerSecrets, openReceiver, openSandbox, sandboxDatabase, secrets, type TestSandbox } from './test-sandbox.ts'

let database: TestDatabase
let sandbox: TestSandbox
let receiver: Awaited<ReturnType<typeof openReceiver>>

beforeAll(async () => {
  database = await sandboxDatabase()
  sandbox = await openSandbox(database)
  receiver = await openReceiver()
})
beforeEach(async () => {
  await sandbox.post('/api/orders/clear', {})
  receiver.received.splice(0)
})
afterAll(async () => {
  await sandbox.close()
  await receiver.close()
  await database.drop()
})

const order = (port: string, failure: string, calls = 1) => sandbox.post('/api/orders', { port, failure, calls })
let count = 0
function newKey(what: string): string {
  count += 1
  return `${what}-${count}`
}
const sms = (mobile: string) => ({ key: newKey('sms'), mobile, text: '【飞元花】验证码 0427，5 分钟内有效', template: 'login' })

async function bind(cardNumber = '6222020000000009', mobile = '13800000042') {
  const started = await sandbox.call('bank/startBind', {
    key: newKey('bind'),
    cardNumber,
    mobile,
    name: '测试',
    idNumber: '11010119900307002X',
  })
  const { sms: messages } = await sandbox.get(`/api/sms?mobile=${mobile}`)
  const confirmed = await sandbox.call('bank/confirmBind', {
    key: newKey('confirm'),
    ticket: started?.answer.ticket,
    code: messages[0].code,
  })
  return { started, confirmed, channelAgreementNo: confirmed?.answer.channelAgreementNo }
}
const debit = (channelAgreementNo: string, amountFen = 91_680) => ({
  key: newKey('debit'),
  channelAgreementNo,
  amountFen,
  orderedOn: '2026-11-27',
  noticeUrl: receiver.url,
})
const noticesOf = (key: string) => receiver.received.filter(({ body }) => body.key === key)

describe('signatures', () => {
  test('a signed call gets a signed answer', async () => {
    expect(await sandbox.call('sms/send', sms('13800000001'))).toEqual({ status: 200, answer: { answer: 'ok' }, isSigned: true })
  })

  test('a wrong secret is refused and nothing is carried out', async () => {
    expect(await sandbox.call('sms/send', sms('13800000002'), { key: 'another secret here' })).toMatchObject({ status: 401 })
    expect(await sandbox.call('sms/send', sms('13800000002'), { key: secrets('payment')[0] })).toMatchObject({ status: 401 })
    // While a secret is being changed, a call signed with the former one is answered under the former one.
    const former = await sandbox.call('sms/send', sms('13800000009'), { key: formerSecrets('sms')[0] })
    expect(former).toMatchObject({ status: 200, isSigned: true })
    expect((await sandbox.get('/api/sms?mobile=13800000002')).sms).toEqual([])
  })

  test('an unknown method and a malformed request are told apart', async () => {
    expect(await sandbox.call('sms/constructor', sms('13800000001'))).toMatchObject({ status: 404 })
    expect(await sandbox.call('sms/send', { key: 'k' })).toMatchObject({ status: 400 })
  })
})

describe('keys', () => {
  test('the same key twenty times in parallel sends one message and gets one answer', async () => {
    const message = sms('13800000003')
    const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.call('sms/send', message)))
    expect(answers.map((answer) => answer?.answer)).toEqual(answers.map(() => ({ answer: 'ok' })))
    expect((await sandbox.get('/api/sms?mobile=13800000003')).sms).toHaveLength(1)
  })

  test('the same key with another request is refused', async () => {
    const message = sms('13800000004')
    await sandbox.call('sms/send', message)
    expect(await sandbox.call('sms/send', { ...message, text: 'another' })).toMatchObject({ status: 409 })
  })
})

describe('text messages', () => {
  test('each shows its code, newest first, by phone', async () => {
    await sandbox.call('sms/send', sms('13800000005'))
    await sandbox.call('sms/send', { ...sms('13800000005'), text: 'code 8811 now' })
    expect((await sandbox.get('/api/sms?mobile=13800000005')).sms.map((row: { code: string }) => row.code)).toEqual(['8811', '0427'])
  })

  test('orders are used up call by call: refuse, then never, then twice', async () => {
    await order('sms', 'refuse')
    await order('sms', 'never')
    await order('sms', 'twice')
    const answers = []
    for (let n = 0; n < 4; n += 1) answers.push((await sandbox.call('sms/send', sms('13800000006')))?.answer.answer)
    expect(answers).toEqual(['refused', 'ok', 'ok', 'ok'])
    expect((await sandbox.get('/api/sms?mobile=13800000006')).sms).toHaveLength(3)
  })

  test('a call ordered to time out is carried out without an answer, and its key finds the answer later', async () => {
    await order('sms', 'timeOut')
    const message = sms('13800000007')
    expect(await sandbox.call('sms/send', message)).toBeUndefined()
    expect(await sandbox.call('sms/send', message)).toMatchObject({ answer: { answer: 'ok' } })
    expect((await sandbox.get('/api/sms?mobile=13800000007')).sms).toHaveLength(1)
  })

  test('magic phones refuse and hold', async () => {
    expect(await sandbox.call('sms/send', sms('13800009901'))).toMatchObject({ answer: { answer: 'refused' } })
    expect(await sandbox.call('sms/send', sms('13800009902'))).toBeUndefined()
  })
})

test('an order that makes no sense for the port is refused', async () => {
  expect((await order('sms', 'part')).statusCode).toBe(400)
  expect((await order('nobody', 'refuse')).statusCode).toBe(400)
  expect((await sandbox.post('/api/orders', { port: 'sms', failure: 'refuse', calls: 0 })).statusCode).toBe(400)
})

describe('reading cards', () => {
  const picture = async (path: string) => (await sandbox.app.inject({ url: `/samples/${path}` })).rawPayload.toString('base64')
  const read = async (side: string, image: string) => (await sandbox.call('ocr/readIdCard', { key: newKey('ocr'), side, image }))?.answer

  test('a sample carries its person: name and number on the front, issuer and validity on the back', async () => {
    const person = await sandbox.get('/api/persons/somebody')
    expect(await read('front', await picture('somebody/front.png'))).toEqual({ answer: 'ok', fields: person.front })
    expect(await read('back', await picture('somebody/back.png'))).toEqual({ answer: 'ok', fields: person.back })
    expect(person.front).toMatchObject({ name: person.name, idNumber: person.idNumber, issuer: null })
    expect(person.back).toMatchObject({ idNumber: null, issuer: person.issuer, validFrom: person.validFrom })
  })

  test('the wrong side and an unreadable photo are refused as such', async () => {
    expect(await read('back', await picture('somebody/front.png'))).toEqual({ answer: 'refused', reason: 'wrongSide' })
    expect(await read('front', await picture('somebody/unreadable.png'))).toEqual({ answer: 'refused', reason: 'unreadable' })
  })

  test('any other picture is a person of its own, the same each time', async () => {
    const [one, two] = [Buffer.from('a picture'), Buffer.from('another one')].map((bytes) => bytes.toString('base64'))
    const first = await read('front', one ?? '')
    expect(await read('front', one ?? '')).toEqual(first)
    expect(await read('front', two ?? '')).not.toEqual(first)
  })
})

describe('binding a card', () => {
  test('the bank sends its code to the phone and the right code gives an agreement number', async () => {
    const { started, confirmed } = await bind()
    expect(started?.answer).toMatchObject({ answer: 'ok', smsCodeDigits: 4 })
    expect(confirmed?.answer).toMatchObject({ answer: 'ok', channelAgreementNo: expect.any(String) })
  })

  test('five wrong codes end it, and a ticket nobody gave is expired', async () => {
    const request = {
      key: newKey('bind'),
      cardNumber: '6222020000000009',
      mobile: '13800000043',
      name: '测试',
      idNumber: '11010119900307002X',
    }
    const ticket = (await sandbox.call('bank/startBind', request))?.answer.ticket
    const reasons = []
    for (let n = 0; n < 6; n += 1)
      reasons.push((await sandbox.call('bank/confirmBind', { key: newKey('c'), ticket, code: '99999' }))?.answer.reason)
    expect(reasons).toEqual(['wrongCode', 'wrongCode', 'wrongCode', 'wrongCode', 'wrongCode', 'expired'])
    expect(await sandbox.call('bank/confirmBind', { key: newKey('c'), ticket: 'none', code: '0000' })).toMatchObject({
      answer: { reason: 'expired' },
    })
  })

  test('the magic card is not confirmed', async () => {
    const request = {
      key: newKey('bind'),
      cardNumber: '6222020000009911',
      mobile: '13800000044',
      name: '测试',
      idNumber: '11010119900307002X',
    }
    expect(await sandbox.call('bank/startBind', request)).toMatchObject({ answer: { answer: 'refused', reason: 'notMatched' } })
  })
})

describe('money', () => {
  test('a debit is accepted, ends by itself and is reported by a signed call-back', async () => {
    const { channelAgreementNo } = await bind()
    const request = debit(channelAgreementNo)
    expect(await sandbox.call('payment/debit', request)).toMatchObject({ answer: { answer: 'ok' } })
    await expect.poll(() => noticesOf(request.key)).toHaveLength(1)
    expect(noticesOf(request.key)[0]).toMatchObject({ verdict: 'ok', path: '/api/notice', body: { result: 'succeeded', takenFen: 91_680 } })
    expect(await sandbox.call('payment/queryDebit', { key: request.key })).toMatchObject({
      answer: { state: 'succeeded', takenFen: 91_680 },
    })
  })

  test('a debit that was never ordered is not found', async () => {
    expect(await sandbox.call('payment/queryDebit', { key: 'never-ordered' })).toMatchObject({ answer: { state: 'notFound', takenFen: 0 } })
  })

  test.each([
    ['6222020000009913', { result: 'failed', takenFen: 0, reason: 'balanceTooLow' }],
    ['6222020000009914', { result: 'partly', takenFen: 50 }],
  ])('a debit of 1.01 yuan from the magic card %s ends as documented', async (cardNumber, body) => {
    const { channelAgreementNo } = await bind(cardNumber)
    const request = debit(channelAgreementNo, 101)
    await sandbox.call('payment/debit', request)
    await expect.poll(() => noticesOf(request.key)[0]).toMatchObject({ body })
  })

  test('part, twice and never can be ordered; asking finds what no call-back told', async () => {
    const { channelAgreementNo } = await bind()
    await order('payment', 'part')
    await order('payment', 'twice')
    await order('payment', 'never')
    const [part, twice, never] = [debit(channelAgreementNo), debit(channelAgreementNo), debit(channelAgreementNo)]
    for (const request of [part, twice, never]) await sandbox.call('payment/debit', request)
    await expect.poll(() => noticesOf(twice.key)).toHaveLength(2)
    expect(noticesOf(twice.key)[0]?.body.noticeId).toBe(noticesOf(twice.key)[1]?.body.noticeId)
    await expect.poll(() => noticesOf(part.key)[0]).toMatchObject({ body: { result: 'partly', takenFen: 45_840 } })
    await expect.poll(() => sandbox.call('payment/queryDebit', { key: never.key })).toMatchObject({ answer: { state: 'succeeded' } })
    expect(noticesOf(never.key)).toEqual([])
  })

  test('a debit ordered as received earlier says so, in the call-back and when asked', async () => {
    const { channelAgreementNo } = await bind()
    await sandbox.post('/api/orders', { port: 'payment', failure: 'backDated', calls: 1, days: 5 })
    const [early, usual] = [debit(channelAgreementNo), debit(channelAgreementNo)]
    for (const request of [early, usual]) await sandbox.call('payment/debit', request)
    const before = addDays(civilDate(early.orderedOn), -5)
    await expect.poll(() => noticesOf(early.key)[0]).toMatchObject({ body: { result: 'succeeded', receivedOn: before } })
    await expect.poll(() => noticesOf(usual.key)[0]).toMatchObject({ body: { receivedOn: usual.orderedOn } })
    expect(await sandbox.call('payment/queryDebit', { key: early.key })).toMatchObject({ answer: { receivedOn: before } })
  })

  test('a debit is taken back once, is reported by a signed call-back, is found so, and stands as taken and returned in the statement', async () => {
    const { channelAgreementNo } = await bind()
    const request = { ...debit(channelAgreementNo), orderedOn: '2026-05-05' }
    const takeBack = async () => (await sandbox.post(`/api/debits/${request.key}/return`, {})).statusCode
    expect(await takeBack()).toBe(404)
    await sandbox.call('payment/debit', request)
    await expect.poll(() => noticesOf(request.key)).toHaveLength(1)
    expect([await takeBack(), await takeBack()]).toEqual([200, 404])
    await expect.poll(() => noticesOf(request.key)[1]).toMatchObject({ verdict: 'ok', body: { result: 'returned', takenFen: 91_680 } })
    expect(noticesOf(request.key)[1]?.body.noticeId).not.toBe(noticesOf(request.key)[0]?.body.noticeId)
    expect(await sandbox.call('payment/queryDebit', { key: request.key })).toMatchObject({
      answer: { state: 'returned', takenFen: 91_680 },
    })
    const filed = await sandbox.call('payment/statement', { key: newKey('s'), date: '2026-05-05', after: null })
    const entry = { orderKey: request.key, amountFen: 91_680, on: '2026-05-05' }
    expect(filed?.answer).toMatchObject({
      entries: [
        { ...entry, kind: 'debit' },
        { ...entry, kind: 'return' },
      ],
      next: null,
    })
  })

  test('a return stands in the statement of the business day on which the debit was taken back', async () => {
    const api = await openReceiver()
    api.answerNext(200, { code: 0, msg: '', data: { today: '2026-06-09' } })
    const beside = await openSandbox(database, { apiUrl: new URL(api.url).origin })
    const { channelAgreementNo } = await bind()
    const request = { ...debit(channelAgreementNo), orderedOn: '2026-06-05' }
    await sandbox.call('payment/debit', request)
    await expect.poll(() => noticesOf(request.key)).toHaveLength(1)
    expect((await beside.post(`/api/debits/${request.key}/return`, {})).statusCode).toBe(200)
    const filed = async (date: string) => (await sandbox.call('payment/statement', { key: newKey('s'), date, after: null }))?.answer.entries
    const entry = { orderKey: request.key, amountFen: 91_680 }
    expect(await filed('2026-06-05')).toEqual([{ ...entry, kind: 'debit', on: '2026-06-05' }])
    expect(await filed('2026-06-09')).toEqual([{ ...entry, kind: 'return', on: '2026-06-09' }])
    await beside.close()
    await api.close()
  })

  test('a transfer is accepted, sent once whatever is repeated, reported by a signed call-back, found by asking and filed as such', async () => {
    const { channelAgreementNo } = await bind()
    const request = { ...debit(channelAgreementNo), orderedOn: '2026-05-06' }
    for (let time = 0; time < 2; time += 1)
      expect(await sandbox.call('payment/transfer', request)).toMatchObject({ answer: { answer: 'ok' } })
    await expect.poll(() => noticesOf(request.key)).toHaveLength(1)
    const notice = { verdict: 'ok', path: '/api/notice', body: { result: 'succeeded', amountFen: 91_680 } }
    expect(noticesOf(request.key)[0]).toMatchObject(notice)
    expect(await sandbox.call('payment/queryTransfer', { key: request.key })).toMatchObject({
      answer: { state: 'succeeded', amountFen: 91_680 },
    })
    expect(await sandbox.call('payment/queryDebit', { key: request.key })).toMatchObject({ answer: { state: 'notFound' } })
    const filed = await sandbox.call('payment/statement', { key: newKey('s'), date: '2026-05-06', after: null })
    expect(filed?.answer.entries).toEqual([{ orderKey: request.key, kind: 'transfer', amountFen: 91_680, on: '2026-05-06' }])
  })

  test('a transfer to a frozen card fails, one to a closed card comes back by itself, and one that arrived comes back by order', async () => {
    const [frozen, closed, usual] = [await bind('6222020000009919'), await bind('6222020000009920'), await bind()]
    const ordered = async ({ channelAgreementNo }: { channelAgreementNo: string }) => {
      const request = { ...debit(channelAgreementNo), orderedOn: '2026-05-07' }
      expect(await sandbox.call('payment/transfer', request)).toMatchObject({ answer: { answer: 'ok' } })
      return request.key
    }
    const failing = await ordered(frozen)
    await expect.poll(() => noticesOf(failing)[0]).toMatchObject({ body: { result: 'failed', reason: 'cardFrozen' } })
    const bouncing = await ordered(closed)
    await expect.poll(() => noticesOf(bouncing)[1]).toMatchObject({ body: { result: 'returned', amountFen: 91_680, reason: 'cardClosed' } })
    const returning = await ordered(usual)
    await expect.poll(() => noticesOf(returning)).toHaveLength(1)
    expect((await sandbox.post(`/api/debits/${returning}/return`, {})).statusCode).toBe(200)
    await expect.poll(() => noticesOf(returning)[1]).toMatchObject({ body: { result: 'returned', amountFen: 91_680 } })
    const filed = await sandbox.call('payment/statement', { key: newKey('s'), date: '2026-05-07', after: null })
    const kinds = (key: string) =>
      filed?.answer.entries.filter(({ orderKey }: { orderKey: string }) => orderKey === key).map(({ kind }: { kind: string }) => kind)
    expect([failing, bouncing, returning].map(kinds)).toEqual([[], ['transfer', 'transferReturn'], ['transfer', 'transferReturn']])
    expect(await sandbox.call('payment/queryTransfer', { key: bouncing })).toMatchObject({ answer: { state: 'returned' } })
  })

  test('a lender pays out, refuses by order at once, and refuses the magic amount by call-back', async () => {
    const { channelAgreementNo } = await bind()
    const payOut = (amountFen: number) => ({ ...debit(channelAgreementNo, amountFen), contractNo: 'FY1' })
    await order('lender', 'refuse')
    const [refused, paid, risky] = [payOut(1_000_000), payOut(1_000_000), payOut(440_000)]
    expect(await sandbox.call('lender_1/payOut', refused)).toMatchObject({ answer: { answer: 'refused', reason: 'riskRefused' } })
    expect(await sandbox.call('lender_1/payOut', paid)).toMatchObject({ answer: { answer: 'ok' } })
    await sandbox.call('lender_1/payOut', risky)
    await expect.poll(() => noticesOf(paid.key)[0]).toMatchObject({ verdict: 'ok', body: { result: 'paid', amountFen: 1_000_000 } })
    await expect.poll(() => noticesOf(risky.key)[0]).toMatchObject({ body: { result: 'refused', reason: 'riskRefused' } })
    expect(await sandbox.call('lender_1/queryPayOut', { key: refused.key })).toMatchObject({ answer: { state: 'notFound' } })
  })

  describe('lenders are parties of their own', () => {
    const payOut = async (amountFen = 100_000, orderedOn = '2026-11-27') => {
      const { channelAgreementNo } = await bind()
      return { ...debit(channelAgreementNo, amountFen), contractNo: 'FY1', orderedOn }
    }
    const ask = (path: string, body: object, options?: { key: string }) => sandbox.call(path, { key: newKey('ask'), ...body }, options)

    test('each takes calls under its own secret alone, and signs its call-backs with it and its number', async () => {
      const request = await payOut()
      expect(await ask('lender_2/payOut', request, { key: secrets('lender_1')[0] })).toMatchObject({ status: 401 })
      expect(await ask('lender_2/payOut', request)).toMatchObject({ status: 200, isSigned: true, answer: { answer: 'ok' } })
      await expect.poll(() => noticesOf(request.key)).toMatchObject([{ verdict: 'ok', body: { lenderId: 2, result: 'paid' } }])
      for (const path of ['lender/payOut', 'lender_0/payOut', 'lender_02/payOut'])
        expect(await ask(path, request, { key: secrets('sms')[0] }), path).toMatchObject({ status: 404 })
    })

    test('orders, cancellations and statements of one are unknown to the others', async () => {
      const request = await payOut(100_000, '2026-04-04')
      await ask('lender_2/payOut', request)
      await expect.poll(() => noticesOf(request.key)).toHaveLength(1)
      expect(await ask('lender_3/queryPayOut', { key: request.key })).toMatchObject({ answer: { state: 'notFound' } })
      expect(await ask('lender_3/cancelPayOut', { key: request.key })).toMatchObject({ answer: { state: 'refused', reason: 'cancelled' } })
      expect(await ask('lender_2/queryPayOut', { key: request.key })).toMatchObject({ answer: { state: 'paid' } })
      const filed = async (party: string) => (await ask(`${party}/statement`, { date: '2026-04-04', after: null }))?.answer.entries
      expect(await filed('lender_2')).toMatchObject([{ orderKey: request.key, kind: 'payOut', amountFen: 100_000 }])
      expect(await filed('lender_3')).toEqual([])
      expect((await sandbox.app.inject({ url: '/' })).body).toContain('<td>2026-04-04</td><td><b>lender_2</b></td>')
    })

    test('what is ordered of one happens to it alone; what is ordered of any happens to the next that is called', async () => {
      await order('lender_2', 'refuse')
      await order('lender', 'timeOut')
      const [lost, paid] = [await payOut(), await payOut()]
      expect(await ask('lender_3/payOut', lost)).toBeUndefined()
      expect(await ask('lender_3/payOut', paid)).toMatchObject({ answer: { answer: 'ok' } })
      expect(await ask('lender_2/payOut', await payOut())).toMatchObject({ answer: { reason: 'riskRefused' } })
      expect((await order('lender_2', 'part')).statusCode).toBe(400)
      expect((await order('lender_0', 'refuse')).statusCode).toBe(400)
      for (const { key } of [lost, paid]) await expect.poll(() => noticesOf(key)).toHaveLength(1)
    })

    test('one that is ordered to never cancel refuses the next cancellation for good, and pay-outs leave that order alone', async () => {
      await order('lender_2', 'cannotCancel')
      const request = await payOut()
      expect(await ask('lender_2/payOut', request)).toMatchObject({ answer: { answer: 'ok' } })
      const cancel = async (key: string) => (await ask('lender_2/cancelPayOut', { key }))?.answer
      expect(await cancel(newKey('never-came'))).toEqual({ answer: 'refused', reason: 'cannotCancel' })
      expect(await cancel(newKey('never-came'))).toMatchObject({ answer: 'ok', state: 'refused', reason: 'cancelled' })
      await expect.poll(() => noticesOf(request.key)).toHaveLength(1)
    })
  })

  test('a call-back is repeated until it is acknowledged, and no longer', async () => {
    const { channelAgreementNo } = await bind()
    receiver.answerNext(500, {})
    receiver.answerNext(200, { code: 1, msg: 'not yet', data: null })
    const request = debit(channelAgreementNo)
    await sandbox.call('payment/debit', request)
    await expect.poll(() => noticesOf(request.key)).toHaveLength(3)
    const rows = async () => (await sandbox.get('/api/notices')).notices.filter((row: { key: string }) => row.key === request.key)
    await expect.poll(() => rows()).toMatchObject([{ state: 'acknowledged', tries: 3 }])
  })

  test('the statement of a day lists what was moved under its orders, in pages by key, and nothing else', async () => {
    const put = `insert into money_order (port, key, amount_fen, state, ends_as, taken_fen, notice_url, notice_times, notice_after_ms, settle_at, ordered_on, kind)
      select $1, $2 || lpad(n::text, 4, '0'), 100, $3, $3, $4, 'http://127.0.0.1:1/', 0, 0, now() + interval '1 hour', $5::date, case when $1 = 'payment' then 'debit' else 'payOut' end
      from generate_series(1, $6) n`
    await sandbox.deps.pool.query(put, ['payment', 'filed-', 'succeeded', 100, '2026-02-01', 400])
    await sandbox.deps.pool.query(put, ['payment', 'part-', 'partly', 40, '2026-02-01', 1])
    await sandbox.deps.pool.query(put, ['payment', 'failed-', 'failed', 0, '2026-02-01', 1])
    await sandbox.deps.pool.query(put, ['payment', 'open-', 'processing', 100, '2026-02-01', 1])
    await sandbox.deps.pool.query(put, ['payment', 'other-', 'succeeded', 100, '2026-02-02', 1])
    await sandbox.deps.pool.query(put, ['lender_1', 'payout-', 'paid', 100, '2026-02-01', 1])
    const page = async (port: string, after: string | null) =>
      (await sandbox.call(`${port}/statement`, { key: newKey('statement'), date: '2026-02-01', after }))?.answer
    const first = await page('payment', null)
    const second = await page('payment', first.next)
    expect(first.entries).toHaveLength(250)
    expect(first.entries[0]).toEqual({ orderKey: 'filed-0001', kind: 'debit', amountFen: 100, on: '2026-02-01' })
    expect(second.entries).toHaveLength(151)
    expect(second.entries.at(-1)).toEqual({ orderKey: 'part-0001', kind: 'debit', amountFen: 40, on: '2026-02-01' })
    expect(second.next).toBeNull()
    const paid = [{ orderKey: 'payout-0001', kind: 'payOut', amountFen: 100, on: '2026-02-01' }]
    expect(await page('lender_1', null)).toEqual({ answer: 'ok', entries: paid, next: null })
  })

  test('a call-back that was being sent when the process died is sent by the next one', async () => {
    await sandbox.deps.pool.query(
      `insert into notice (notice_row_id, notice_id, port, key, url, body, state, tries, next_try_at, created_at)
       values ($1, 'left', 'payment', 'left-over', $2, '{"key":"left-over"}', 'waiting', 1, now() - interval '1 second', now())`,
      [sandbox.deps.ids(), receiver.url],
    )
    await expect.poll(() => noticesOf('left-over')).toHaveLength(1)
  })
})
