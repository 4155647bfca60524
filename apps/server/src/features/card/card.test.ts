import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreedTo, must, type TestBorrower } from '#platform/test-borrower.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { scriptedBankCode } from '#providers/scripted.ts'
import { cardJobs, cardOf, cardsOf } from './card.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const mobile = '13800000101'
let cardsMade = 0
/** A debit card nobody else of this run has. */
function newCardNumber(): string {
  cardsMade += 1
  return `622848${String(cardsMade).padStart(13, '0')}`
}
const start = (borrower: TestBorrower, body: { cardNumber: string; mobile?: string }) =>
  server.call('card', 'startBind', { body: { mobile, ...body } }, borrower)
async function confirm(borrower: TestBorrower, bindId: number, authCode = scriptedBankCode) {
  return server.call('card', 'confirmBind', { body: { bindId, authCode, agreed: await agreedTo(server, 'bindCard') } }, borrower)
}
/** Lets the wait for the next code pass. */
const waitForNextCode = () => server.machine.pass(60_000)
async function bind(borrower: TestBorrower, cardNumber = newCardNumber()) {
  waitForNextCode()
  const { bindId } = must(await start(borrower, { cardNumber }))
  return { cardNumber, ...must(await confirm(borrower, bindId)) }
}
const lookUp = async (cardNumber: string) => server.call('card', 'lookUp', { body: { cardNumber } }, await someone())
let borrower: TestBorrower | undefined
/** One verified borrower for all tests that change nothing. */
async function someone(): Promise<TestBorrower> {
  borrower ??= await server.newBorrower({ upTo: 'identity' })
  return borrower
}

describe('looking a card up', () => {
  test('CN-13 16 to 19 digits are a card number, 15 and 20 are not', async () => {
    const digits = '6033670000000000000000'
    for (const length of [16, 17, 18, 19])
      expect(must(await lookUp(digits.slice(0, length)))).toMatchObject({ bankCode: 'HZCB', kind: 'debit' })
    for (const length of [15, 20]) expect((await lookUp(digits.slice(0, length))).error).toBe('CARD_NUMBER_INVALID')
  })

  test('CN-14 a number typed with spaces, dashes or full-width digits is the same number', async () => {
    for (const typed of [
      '6228 4800 0000 0015 008',
      '6228-4800-0000-0015-008',
      '６２２８４８０００００００015008',
      ' 6228480000000015008\u200b',
    ])
      expect(must(await lookUp(typed))).toEqual({ bankCode: 'ABC', bankName: '农业银行', kind: 'debit', luhnHolds: true })
  })

  test('a Luhn digit that does not hold is a hint, not a refusal; an unknown issuer is told as such', async () => {
    expect(must(await lookUp('6222020000000008'))).toMatchObject({ bankCode: 'ICBC', luhnHolds: false })
    expect(must(await lookUp('6225750000000000'))).toMatchObject({ bankCode: 'CMB', kind: 'credit' })
    expect(must(await lookUp('1234567890123456'))).toMatchObject({ bankCode: null, bankName: null, kind: 'unknown' })
  })

  test('card.lookUp: CARD_NUMBER_INVALID', async () => {
    expect((await lookUp('not a card')).error).toBe('CARD_NUMBER_INVALID')
  })

  test('R2.37 the list of banks is open to guests, with limits', async () => {
    const { banks } = must(await server.call('card', 'banks', {}))
    expect(banks.length).toBeGreaterThanOrEqual(20)
    expect(banks[0]).toEqual({ bankCode: 'ICBC', bankName: '工商银行', singleMaxFen: 5_000_000, dayMaxFen: 20_000_000 })
  })
})

describe('binding', () => {
  test('R2.35 a card is bound by the code of the bank; the first one is the default, the next one is not', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    const first = await bind(borrower)
    const second = await bind(borrower, '6222 0200 0000 0009')
    expect(first).toMatchObject({ bankCode: 'ABC', tail: first.cardNumber.slice(-4), isDefault: true })
    expect(second).toMatchObject({ bankCode: 'ICBC', bankName: '工商银行', tail: '0009', isDefault: false })
    const { holder, cards } = must(await server.call('card', 'list', {}, borrower))
    expect(holder).toBe('测*')
    expect(cards.map(({ cardId }) => cardId)).toEqual([first.cardId, second.cardId])
  })

  test('the bank is asked with the verified name and the number as parsed, and says how many digits its code has', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    const started = must(await start(borrower, { cardNumber: '6222 0200 0000 0017', mobile: '+86 138 0000 0102' }))
    expect(started).toMatchObject({ smsCodeDigits: scriptedBankCode.length, waitSeconds: 60, mobileMask: '138****0102' })
    expect(server.providers.bank.startBind.calls.at(-1)).toMatchObject({
      cardNumber: '6222020000000017',
      mobile: '13800000102',
      name: '测试',
    })
  })

  test('the borrower gets a message, and the consent is on record', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    const { tail } = await bind(borrower)
    const { items } = must(await server.call('message', 'list', { query: {} }, borrower))
    expect(items[0]).toMatchObject({ kind: 'cardBound', params: { cardTail: tail, bankName: '农业银行' } })
    const signed = must(await server.call('agreement', 'signed', { query: {} }, borrower))
    expect(signed.items.map(({ key }) => key)).toContain('authorizedDeduction')
  })

  test('twelve confirms at once bind one card and all answer it', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    const { bindId } = must(await start(borrower, { cardNumber: newCardNumber() }))
    const bound = (await Promise.all(Array.from({ length: 12 }, () => confirm(borrower, bindId)))).map(must)
    expect(new Set(bound.map(({ cardId }) => cardId)).size).toBe(1)
    expect(must(await server.call('card', 'list', {}, borrower)).cards).toHaveLength(1)
    expect(await confirm(borrower, bindId)).toMatchObject({ code: 0, data: bound[0] })
  })

  test('two first cards confirmed at once are both bound, one of them as the default', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    const started = []
    for (const phone of ['13800000103', '13800000104'])
      started.push(must(await start(borrower, { cardNumber: newCardNumber(), mobile: phone })))
    const bound = (await Promise.all(started.map(({ bindId }) => confirm(borrower, bindId)))).map(must)
    expect(bound.map(({ isDefault }) => isDefault).sort()).toEqual([false, true])
  })

  test('PS-04 another phone can be asked at once, and the newer binding is the one that counts', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    const cardNumber = newCardNumber()
    must(await start(borrower, { cardNumber, mobile: '13800000105' }))
    const second = must(await start(borrower, { cardNumber, mobile: '13800000106' }))
    expect(second.mobileMask).toBe('138****0106')
    expect(must(await confirm(borrower, second.bindId)).tail).toBe(cardNumber.slice(-4))
  })

  test('a lost answer of the bank is found by the same code', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    const { bindId } = must(await start(borrower, { cardNumber: newCardNumber() }))
    server.providers.bank.confirmBind.loseAnswer()
    expect((await confirm(borrower, bindId)).error).toBe('VENDOR_UNAVAILABLE')
    must(await confirm(borrower, bindId))
    const [lost, found] = server.providers.bank.confirmBind.calls.slice(-2)
    expect(found?.key).toBe(lost?.key)
    expect(found?.key).not.toContain(scriptedBankCode)
  })
})

describe('what is kept', () => {
  test('PS-02 neither an answer nor the database holds a card number or a phone in the clear', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    const { cardNumber } = await bind(borrower)
    const answers = JSON.stringify([
      await server.call('card', 'list', {}, borrower),
      await start(borrower, { cardNumber: newCardNumber(), mobile: '13800000107' }),
    ])
    expect(answers).not.toContain(cardNumber)
    expect(answers).not.toMatch(/\d{11}(?=")/)
    const rows = []
    for (const table of ['bank_card', 'card_binding'] as const)
      rows.push(...(await server.db.selectFrom(table).selectAll().where('user_id', '=', borrower.userId).execute()))
    rows.push(
      ...(await server.db.selectFrom('sms_code').selectAll().execute()),
      ...(await server.db.selectFrom('sms_wait').selectAll().execute()),
    )
    const kept = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
    expect(kept.join('\n')).not.toContain(cardNumber)
    expect(kept.join('\n')).not.toContain('13800000107')
  })

  test('other slices get the card by its owner only', async () => {
    const borrower = await server.newBorrower({ upTo: 'card' })
    const other = await someone()
    const card = await cardOf(server.db, borrower.userId, borrower.cardId ?? 0)
    expect(card).toMatchObject({ bankCode: 'ICBC', channelAgreementNo: expect.stringContaining('agreement') })
    expect(await cardOf(server.db, other.userId, borrower.cardId ?? 0)).toBeUndefined()
    expect(await cardsOf(server.db, borrower.userId)).toEqual([card])
  })

  test('bindings that came to nothing are forgotten, cards are not', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    await bind(borrower)
    const { bindId } = must(await start(borrower, { cardNumber: newCardNumber(), mobile: '13800000108' }))
    server.machine.pass(2 * 3_600_000)
    await cardJobs(server.deps)['card.forget']?.work({})
    expect((await confirm(borrower, bindId)).error).toBe('BIND_NOT_FOUND')
    expect(must(await server.call('card', 'list', {}, borrower)).cards).toHaveLength(1)
  })
})

describe('refusals of startBind', () => {
  test('card.startBind: IDENTITY_REQUIRED', async () => {
    expect((await start(await server.newBorrower({ upTo: 'login' }), { cardNumber: newCardNumber() })).error).toBe('IDENTITY_REQUIRED')
  })

  test('card.startBind: IDENTITY_REQUIRED also until a face has proved the name, which could be changed so long', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    await server.db.updateTable('identity').set({ face_passed_at: null }).where('user_id', '=', borrower.userId).execute()
    expect((await start(borrower, { cardNumber: newCardNumber() })).error).toBe('IDENTITY_REQUIRED')
  })

  test.each([
    ['card.startBind: CARD_NUMBER_INVALID', { cardNumber: '62220200' }],
    ['card.startBind: CARD_CREDIT_NOT_SUPPORTED', { cardNumber: '6225750000000000' }],
    ['card.startBind: BANK_NOT_SUPPORTED', { cardNumber: '1234567890123456' }],
    ['card.startBind: MOBILE_INVALID', { cardNumber: '6222020000000009', mobile: '12000000000' }],
  ])('%s, before the bank is asked', async (title, body) => {
    const asked = server.providers.bank.startBind.calls.length
    expect(`card.startBind: ${(await start(await someone(), body)).error}`).toBe(title)
    expect(server.providers.bank.startBind.calls).toHaveLength(asked)
  })

  test('card.startBind: CARD_ALREADY_BOUND', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    const { cardNumber } = await bind(borrower)
    waitForNextCode()
    expect((await start(borrower, { cardNumber: cardNumber.replace(/(.{4})/g, '$1 ') })).error).toBe('CARD_ALREADY_BOUND')
  })

  test('card.startBind: SMS_TOO_SOON with the seconds left, for the same phone only', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    must(await start(borrower, { cardNumber: newCardNumber() }))
    server.machine.pass(15_000)
    expect(await start(borrower, { cardNumber: newCardNumber() })).toMatchObject({ error: 'SMS_TOO_SOON', detail: { waitSeconds: 45 } })
    server.machine.pass(45_000)
    must(await start(borrower, { cardNumber: newCardNumber() }))
  })

  test('two starts at once send one code', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    const asked = server.providers.bank.startBind.calls.length
    const answers = await Promise.all([1, 2, 3].map(() => start(borrower, { cardNumber: newCardNumber() })))
    expect(answers.map(({ error }) => error ?? 'sent').sort()).toEqual(['SMS_TOO_SOON', 'SMS_TOO_SOON', 'sent'])
    expect(server.providers.bank.startBind.calls).toHaveLength(asked + 1)
  })

  test('card.startBind: SMS_DAILY_LIMIT after ten codes a day', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    const phones = Array.from({ length: 11 }, (_, n) => `138000002${String(n).padStart(2, '0')}`)
    const answers = []
    for (const phone of phones) answers.push((await start(borrower, { cardNumber: newCardNumber(), mobile: phone })).error)
    expect(answers).toEqual([...Array(10).fill(undefined), 'SMS_DAILY_LIMIT'])
  })

  test('card.startBind: CARD_REFUSED, and the corrected card can be sent at once', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    server.providers.bank.startBind.next({ answer: 'refused', reason: 'notMatched' })
    expect((await start(borrower, { cardNumber: newCardNumber() })).error).toBe('CARD_REFUSED')
    must(await start(borrower, { cardNumber: newCardNumber() }))
  })

  test('a bank that the channel does not know is told like one of ours', async () => {
    server.providers.bank.startBind.next({ answer: 'refused', reason: 'notSupported' })
    expect((await start(await someone(), { cardNumber: newCardNumber(), mobile: '13800000109' })).error).toBe('BANK_NOT_SUPPORTED')
  })

  test('card.startBind: VENDOR_UNAVAILABLE', async () => {
    server.providers.bank.startBind.next({ answer: 'unknown' })
    expect((await start(await someone(), { cardNumber: newCardNumber(), mobile: '13800000110' })).error).toBe('VENDOR_UNAVAILABLE')
  })
})

describe('refusals of confirmBind', () => {
  let borrower: TestBorrower
  let bindId: number
  beforeAll(async () => {
    borrower = await server.newBorrower({ upTo: 'identity' })
  })
  const begin = async () => {
    waitForNextCode()
    bindId = must(await start(borrower, { cardNumber: newCardNumber() })).bindId
  }

  test('card.confirmBind: BIND_NOT_FOUND, also for another borrower’s binding', async () => {
    await begin()
    expect((await confirm(borrower, 1)).error).toBe('BIND_NOT_FOUND')
    expect((await confirm(await someone(), bindId)).error).toBe('BIND_NOT_FOUND')
  })

  test('card.confirmBind: SMS_CODE_WRONG counts down, after five the right one is too late', async () => {
    await begin()
    const answers = []
    for (let n = 0; n < 5; n += 1) answers.push(await confirm(borrower, bindId, '999999'))
    expect(answers.map(({ error, detail }) => [error, detail?.left])).toEqual([
      ['SMS_CODE_WRONG', 4],
      ['SMS_CODE_WRONG', 3],
      ['SMS_CODE_WRONG', 2],
      ['SMS_CODE_WRONG', 1],
      ['SMS_CODE_EXPIRED', undefined],
    ])
    expect((await confirm(borrower, bindId)).error).toBe('SMS_CODE_EXPIRED')
  })

  test('twenty guesses at once are no more than five at the bank', async () => {
    await begin()
    const asked = server.providers.bank.confirmBind.calls.length
    const guesses = Array.from({ length: 20 }, (_, n) => confirm(borrower, bindId, String(100_000 + n)))
    const errors = (await Promise.all(guesses)).map(({ error }) => error)
    expect(errors.filter((error) => error === 'SMS_CODE_WRONG')).toHaveLength(4)
    expect(errors.filter((error) => error === 'SMS_CODE_EXPIRED')).toHaveLength(16)
    expect(server.providers.bank.confirmBind.calls.length - asked).toBe(5)
    expect((await confirm(borrower, bindId)).error).toBe('SMS_CODE_EXPIRED')
  })

  test('card.confirmBind: SMS_CODE_EXPIRED after five minutes, or when the bank says so', async () => {
    await begin()
    server.providers.bank.confirmBind.next({ answer: 'refused', reason: 'expired' })
    expect((await confirm(borrower, bindId)).error).toBe('SMS_CODE_EXPIRED')
    server.machine.pass(300_000)
    expect((await confirm(borrower, bindId)).error).toBe('SMS_CODE_EXPIRED')
  })

  test('card.confirmBind: CARD_ALREADY_BOUND when the same card was bound by another binding meanwhile', async () => {
    const cardNumber = newCardNumber()
    waitForNextCode()
    const first = must(await start(borrower, { cardNumber }))
    const second = must(await start(borrower, { cardNumber, mobile: '13800000111' }))
    must(await confirm(borrower, first.bindId))
    expect((await confirm(borrower, second.bindId)).error).toBe('CARD_ALREADY_BOUND')
  })

  test('card.confirmBind: AGREEMENT_REQUIRED', async () => {
    await begin()
    const answer = await server.call('card', 'confirmBind', { body: { bindId, authCode: scriptedBankCode, agreed: [] } }, borrower)
    expect(answer.error).toBe('AGREEMENT_REQUIRED')
  })

  test('card.confirmBind: AGREEMENT_OUTDATED', async () => {
    await begin()
    const agreed = [{ key: 'authorizedDeduction', version: '0.1', sha256: '0'.repeat(64) }]
    const answer = await server.call('card', 'confirmBind', { body: { bindId, authCode: scriptedBankCode, agreed } }, borrower)
    expect(answer.error).toBe('AGREEMENT_OUTDATED')
  })

  test('card.confirmBind: VENDOR_UNAVAILABLE', async () => {
    await begin()
    server.providers.bank.confirmBind.next({ answer: 'unknown' })
    expect((await confirm(borrower, bindId)).error).toBe('VENDOR_UNAVAILABLE')
  })
})

describe('the default card', () => {
  test('is one at any time, whatever changes at once', async () => {
    const borrower = await server.newBorrower({ upTo: 'identity' })
    const cards = [await bind(borrower), await bind(borrower), await bind(borrower)]
    await Promise.all(
      cards.flatMap(({ cardId }) => [1, 2].map(() => server.call('card', 'setDefault', { params: { id: cardId }, body: {} }, borrower))),
    )
    expect((await cardsOf(server.db, borrower.userId)).filter(({ isDefault }) => isDefault)).toHaveLength(1)
    const last = cards[2]?.cardId ?? 0
    must(await server.call('card', 'setDefault', { params: { id: last }, body: {} }, borrower))
    expect(must(await server.call('card', 'list', {}, borrower)).cards[0]).toMatchObject({ cardId: last, isDefault: true })
  })

  test('card.setDefault: CARD_NOT_FOUND, PS-11 also for another borrower’s card', async () => {
    const owner = await server.newBorrower({ upTo: 'identity' })
    const { cardId } = await bind(owner)
    const answer = await server.call('card', 'setDefault', { params: { id: cardId }, body: {} }, await someone())
    expect(answer.error).toBe('CARD_NOT_FOUND')
    expect(await cardsOf(server.db, owner.userId)).toMatchObject([{ cardId, isDefault: true }])
  })
})
