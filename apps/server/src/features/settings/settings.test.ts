import { fen } from '@fyh/base/money.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreedTo, lastCodeOf, must, type TestBorrower } from '#platform/test-borrower.ts'
import { cardIdOf, codeFor, failedLoan, newKey, paidOutLoan, signedAgain, signedQuote } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

const password = '271828'
async function codeToSet({ token, mobile, address }: TestBorrower): Promise<string> {
  server.machine.pass(61_000)
  must(await server.call('session', 'sendCode', { body: { purpose: 'payPassword' } }, { token, address }))
  return lastCodeOf(server, mobile)
}
const set = async (borrower: TestBorrower, chosen = password) =>
  server.call('settings', 'setPayPassword', { body: { password: chosen, authCode: await codeToSet(borrower) } }, borrower)
const stateOf = async (borrower: TestBorrower) => must(await server.call('settings', 'payPassword', {}, borrower))
const askAbove = (borrower: TestBorrower, askAboveFen: number | null, given = password) =>
  server.call(
    'settings',
    'askPayPassword',
    { body: { password: given, askAboveFen: askAboveFen === null ? null : fen(askAboveFen) } },
    borrower,
  )
const nextDay = () => server.machine.pass(86_400_000)

/** A borrower with a signed quote and the code for it, who has set the password. */
async function readyToBorrow({ amountFen = 1_000_000 } = {}) {
  const borrower = await server.newBorrower({ upTo: 'card' })
  must(await set(borrower))
  const { quoteId } = await signedQuote(server, borrower, { amountFen })
  const authCode = await codeFor(server, borrower, { quoteId })
  const key = newKey()
  const borrow = (payPassword?: string, caller = { token: borrower.token, key }) =>
    server.call(
      'borrow',
      'borrow',
      { body: { quoteId, cardId: cardIdOf(borrower), authCode, ...(payPassword && { payPassword }) } },
      caller,
    )
  return { borrower, borrow }
}

describe('setting it', () => {
  test('R5.1 none is set at first, six digits are the rule', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    expect(await stateOf(borrower)).toEqual({ isSet: false, digits: 6, askAboveFen: null, isLocked: false })
  })

  test('R5.1 a code to the phone sets it; it is then asked for at every amount, and a message reports it', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    expect(must(await set(borrower, '2718'))).toEqual({ isSet: true, digits: 4, askAboveFen: 0, isLocked: false })
    const { items } = must(await server.call('message', 'list', { query: {} }, borrower))
    expect(items.map(({ kind }) => kind)).toContain('payPasswordSet')
  })

  test('settings.setPayPassword: PAYMENT_PASSWORD_WEAK, settings.setPayPassword: SMS_CODE_WRONG, settings.setPayPassword: SMS_CODE_EXPIRED', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    expect((await set(borrower, '123456')).error).toBe('PAYMENT_PASSWORD_WEAK')
    expect((await set(borrower, borrower.mobile.slice(-6))).error).toBe('PAYMENT_PASSWORD_WEAK')
    const code = await codeToSet(borrower)
    const body = { password, authCode: code === '0000' ? '1111' : '0000' }
    expect((await server.call('settings', 'setPayPassword', { body }, borrower)).error).toBe('SMS_CODE_WRONG')
    must(await server.call('settings', 'setPayPassword', { body: { password, authCode: code } }, borrower))
    expect((await server.call('settings', 'setPayPassword', { body: { password, authCode: code } }, borrower)).error).toBe(
      'SMS_CODE_EXPIRED',
    )
  })

  test('settings.setPayPassword: SMS_TRIES_LIMIT after twenty wrong codes in a day', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    let code = ''
    for (let tries = 0; tries < 20; tries += 1) {
      if (tries % 4 === 0) code = await codeToSet(borrower)
      await server.call('settings', 'setPayPassword', { body: { password, authCode: code === '0000' ? '1111' : '0000' } }, borrower)
    }
    expect((await server.call('settings', 'setPayPassword', { body: { password, authCode: code } }, borrower)).error).toBe(
      'SMS_TRIES_LIMIT',
    )
  })

  test.each(['123', '1234567', 'abcdef', ''])('R5.1 %j is no short password', async (wrongOne) => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const body = { password: wrongOne, authCode: '0000' }
    expect((await server.call('settings', 'setPayPassword', { body }, borrower)).error).toBe('INPUT_INVALID')
  })

  test('R5.1 the database holds a salted hash: two borrowers with one password have nothing in common', async () => {
    const [one, other] = [await server.newBorrower({ upTo: 'login' }), await server.newBorrower({ upTo: 'login' })]
    must(await set(one))
    must(await set(other))
    const rows = await server.db
      .selectFrom('payment_password')
      .select(['salt', 'hash'])
      .where('user_id', 'in', [one.userId, other.userId])
      .execute()
    expect(new Set(rows.map(({ hash }) => hash.toString('hex'))).size).toBe(2)
    expect(new Set(rows.map(({ salt }) => salt.toString('hex'))).size).toBe(2)
    for (const { salt, hash } of rows) expect(Buffer.concat([salt, hash]).includes(Buffer.from(password))).toBe(false)
  })
})

describe('changing it', () => {
  test('R5.1 the present password allows another one, with another length', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    must(await set(borrower))
    must(await askAbove(borrower, 50_000))
    const body = { password, newPassword: '31415' }
    expect(must(await server.call('settings', 'changePayPassword', { body }, borrower))).toMatchObject({ digits: 5, askAboveFen: 50_000 })
    expect((await askAbove(borrower, 0)).error).toBe('PAYMENT_PASSWORD_WRONG')
    must(await askAbove(borrower, 0, '31415'))
  })

  test('settings.changePayPassword: PAYMENT_PASSWORD_NOT_SET, settings.askPayPassword: PAYMENT_PASSWORD_NOT_SET', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const body = { password, newPassword: '314159' }
    expect((await server.call('settings', 'changePayPassword', { body }, borrower)).error).toBe('PAYMENT_PASSWORD_NOT_SET')
    expect((await askAbove(borrower, null)).error).toBe('PAYMENT_PASSWORD_NOT_SET')
  })

  test('settings.changePayPassword: PAYMENT_PASSWORD_WEAK and settings.changePayPassword: PAYMENT_PASSWORD_WRONG leave the present one in force', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    must(await set(borrower))
    const to = (given: string, newPassword: string) =>
      server.call('settings', 'changePayPassword', { body: { password: given, newPassword } }, borrower)
    expect((await to(password, '111111')).error).toBe('PAYMENT_PASSWORD_WEAK')
    const answer = await to('999999', '314159')
    expect(answer).toMatchObject({ error: 'PAYMENT_PASSWORD_WRONG', detail: { left: 4 } })
    must(await askAbove(borrower, null))
  })

  test('R5.1 settings.askPayPassword: PAYMENT_PASSWORD_WRONG keeps a thief from turning it off', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    must(await set(borrower))
    expect((await askAbove(borrower, null, '999999')).error).toBe('PAYMENT_PASSWORD_WRONG')
    expect((await stateOf(borrower)).askAboveFen).toBe(0)
  })
})

describe('wrong tries', () => {
  const fail5 = async (borrower: TestBorrower) => {
    const errors = []
    for (let tries = 0; tries < 5; tries += 1) errors.push((await askAbove(borrower, null, '999999')).error)
    return errors
  }

  test('R5.1 settings.askPayPassword: PAYMENT_PASSWORD_LOCKED, settings.changePayPassword: PAYMENT_PASSWORD_LOCKED at the fifth wrong try, also for the right password, until tomorrow', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    must(await set(borrower))
    expect(await fail5(borrower)).toEqual([...Array.from({ length: 4 }, () => 'PAYMENT_PASSWORD_WRONG'), 'PAYMENT_PASSWORD_LOCKED'])
    expect((await askAbove(borrower, null)).error).toBe('PAYMENT_PASSWORD_LOCKED')
    const body = { password, newPassword: '314159' }
    expect((await server.call('settings', 'changePayPassword', { body }, borrower)).error).toBe('PAYMENT_PASSWORD_LOCKED')
    expect((await stateOf(borrower)).isLocked).toBe(true)
    nextDay()
    must(await askAbove(borrower, null))
    expect((await stateOf(borrower)).isLocked).toBe(false)
  })

  test('R5.1 a code sets another one, which works at once', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    must(await set(borrower))
    await fail5(borrower)
    must(await set(borrower, '314159'))
    must(await askAbove(borrower, 100, '314159'))
  })

  test('R5.1 twenty tries at once are judged five times at most', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    must(await set(borrower))
    const answers = await Promise.all(Array.from({ length: 20 }, () => askAbove(borrower, null, '999999')))
    expect(answers.filter(({ error }) => error === 'PAYMENT_PASSWORD_WRONG')).toHaveLength(4)
    expect(answers.filter(({ error }) => error === 'PAYMENT_PASSWORD_LOCKED')).toHaveLength(16)
  })

  test('R5.1 a right one forgets the wrong ones before it', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    must(await set(borrower))
    for (let tries = 0; tries < 4; tries += 1) await askAbove(borrower, null, '999999')
    must(await askAbove(borrower, 0))
    expect((await askAbove(borrower, null, '999999')).detail).toMatchObject({ left: 4 })
  })
})

describe('borrowing', () => {
  test('R5.1 borrow.borrow: PAYMENT_PASSWORD_REQUIRED with its digits; the code stays good, and the same key goes on with the password', async () => {
    const { borrow } = await readyToBorrow()
    expect(await borrow()).toMatchObject({ error: 'PAYMENT_PASSWORD_REQUIRED', detail: { digits: 6 } })
    must(await borrow(password))
  })

  test('R5.1 borrow.borrow: PAYMENT_PASSWORD_WRONG uses up no code, borrow.borrow: PAYMENT_PASSWORD_LOCKED at the fifth', async () => {
    const { borrower, borrow } = await readyToBorrow()
    for (const left of [4, 3, 2, 1]) expect(await borrow('999999')).toMatchObject({ error: 'PAYMENT_PASSWORD_WRONG', detail: { left } })
    expect((await borrow('999999')).error).toBe('PAYMENT_PASSWORD_LOCKED')
    expect((await borrow(password)).error).toBe('PAYMENT_PASSWORD_LOCKED')
    expect((await stateOf(borrower)).isLocked).toBe(true)
  })

  test('R5.1 two taps and a retry with one key make one loan', async () => {
    const { borrow } = await readyToBorrow()
    const answers = await Promise.all([borrow(password), borrow(password)])
    const loans = [...answers, await borrow(password), await borrow()].map((answer) => must(answer).loanId)
    expect(new Set(loans).size).toBe(1)
  })

  test('R5.1 up to the amount that the borrower chose no password is asked, above it one is', async () => {
    const { borrower, borrow } = await readyToBorrow({ amountFen: 1_000_000 })
    must(await askAbove(borrower, 999_999))
    expect((await borrow()).error).toBe('PAYMENT_PASSWORD_REQUIRED')
    must(await askAbove(borrower, 1_000_000))
    must(await borrow())
  })

  test('R5.1 turned off, it is asked at no amount', async () => {
    const { borrower, borrow } = await readyToBorrow()
    must(await askAbove(borrower, null))
    must(await borrow())
  })

  test('R5.1 borrow.reLoan: PAYMENT_PASSWORD_REQUIRED, borrow.reLoan: PAYMENT_PASSWORD_WRONG, borrow.reLoan: PAYMENT_PASSWORD_LOCKED', async () => {
    const borrower = await server.newBorrower({ upTo: 'card' })
    const loanId = await failedLoan(server, borrower)
    must(await set(borrower))
    const { quoteId } = await signedAgain(server, borrower, loanId)
    const authCode = await codeFor(server, borrower, { quoteId })
    const key = newKey()
    const again = (payPassword?: string) =>
      server.call(
        'borrow',
        'reLoan',
        { params: { id: loanId }, body: { quoteId, cardId: cardIdOf(borrower), authCode, ...(payPassword && { payPassword }) } },
        { token: borrower.token, key },
      )
    expect((await again()).error).toBe('PAYMENT_PASSWORD_REQUIRED')
    for (let tries = 0; tries < 4; tries += 1) expect((await again('999999')).error).toBe('PAYMENT_PASSWORD_WRONG')
    expect((await again('999999')).error).toBe('PAYMENT_PASSWORD_LOCKED')
    nextDay()
    expect((await again(password)).error).not.toBe('PAYMENT_PASSWORD_LOCKED')
  })
})

describe('repaying', () => {
  test('R5.1 repay.pay: PAYMENT_PASSWORD_REQUIRED, repay.pay: PAYMENT_PASSWORD_WRONG; the right one pays, and a retry answers the same', async () => {
    const borrower = await server.newBorrower({ upTo: 'card' })
    const { loanId } = await paidOutLoan(server, borrower)
    must(await set(borrower))
    const { parts } = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, borrower))
    const order = { loanId, mode: 'all', amountFen: parts.total } as const
    const authCode = await codeFor(server, borrower, order)
    const key = newKey()
    const pay = (payPassword?: string) =>
      server.call(
        'repay',
        'pay',
        { body: { ...order, cardId: cardIdOf(borrower), authCode, ...(payPassword && { payPassword }) } },
        { token: borrower.token, key },
      )
    expect((await pay()).error).toBe('PAYMENT_PASSWORD_REQUIRED')
    expect((await pay('999999')).error).toBe('PAYMENT_PASSWORD_WRONG')
    const { repaymentId } = must(await pay(password))
    expect(must(await pay()).repaymentId).toBe(repaymentId)
  })

  test('R5.1 repay.pay: PAYMENT_PASSWORD_LOCKED at the fifth wrong try, and nothing is ordered', async () => {
    const borrower = await server.newBorrower({ upTo: 'card' })
    const { loanId } = await paidOutLoan(server, borrower)
    must(await set(borrower))
    const { parts } = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, borrower))
    const order = { loanId, mode: 'all', amountFen: parts.total } as const
    const authCode = await codeFor(server, borrower, order)
    const body = { ...order, cardId: cardIdOf(borrower), authCode, payPassword: '999999' }
    const pay = () => server.call('repay', 'pay', { body }, { token: borrower.token, key: newKey() })
    for (let tries = 0; tries < 4; tries += 1) await pay()
    expect((await pay()).error).toBe('PAYMENT_PASSWORD_LOCKED')
    expect(must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, borrower)).payable).toBe(true)
  })

  test('R5.1 repay.prepay: PAYMENT_PASSWORD_REQUIRED, repay.prepay: PAYMENT_PASSWORD_WRONG, repay.prepay: PAYMENT_PASSWORD_LOCKED', async () => {
    const borrower = await server.newBorrower({ upTo: 'card' })
    const { loanId } = await paidOutLoan(server, borrower)
    must(await set(borrower))
    const { parts, minFen } = must(await server.call('repay', 'prepayQuote', { params: { id: loanId }, query: {} }, borrower))
    const authCode = await codeFor(server, borrower, { loanId, mode: 'prepay', amountFen: parts.total })
    const key = newKey()
    const prepay = (payPassword?: string) =>
      server.call(
        'repay',
        'prepay',
        {
          body: {
            loanId,
            principalFen: minFen,
            totalFen: parts.total,
            effect: 'shorten',
            cardId: cardIdOf(borrower),
            authCode,
            ...(payPassword && { payPassword }),
          },
        },
        { token: borrower.token, key },
      )
    expect((await prepay()).error).toBe('PAYMENT_PASSWORD_REQUIRED')
    for (let tries = 0; tries < 4; tries += 1) expect((await prepay('999999')).error).toBe('PAYMENT_PASSWORD_WRONG')
    expect((await prepay('999999')).error).toBe('PAYMENT_PASSWORD_LOCKED')
  })
})

describe('R7.2 the consent to the use of the location', () => {
  const here = (borrower: TestBorrower, gps = '30.24,120.14') => server.call('apply', 'areaHere', {}, { ...borrower, headers: { gps } })
  const give = async (borrower: TestBorrower) =>
    server.call('settings', 'giveLocation', { body: { agreed: await agreedTo(server, 'location') } }, borrower)

  test('R7.2 apply.areaHere: LOCATION_CONSENT_REQUIRED without it, though the header is there', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    expect(must(await server.call('settings', 'location', {}, borrower))).toEqual({ givenAt: null })
    expect((await here(borrower)).error).toBe('LOCATION_CONSENT_REQUIRED')
  })

  test('R7.2 given, it is recorded with its text, and the gps header suggests a city', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    expect(must(await give(borrower)).givenAt).not.toBeNull()
    const { items } = must(await server.call('agreement', 'signed', { query: {} }, borrower))
    expect(items.map(({ key }) => key)).toContain('locationUse')
    expect(must(await here(borrower)).areaPath.map(({ name }) => name)).toEqual(['浙江省', '杭州市'])
  })

  test.each(['', 'undefined,undefined', '91,10', '30.24', 'x'])('R7.2 apply.areaHere: LOCATION_MISSING for the header %j', async (gps) => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    must(await give(borrower))
    expect((await here(borrower, gps)).error).toBe('LOCATION_MISSING')
  })

  test('R7.2 withdrawn, the header is of no use, also when it is withdrawn twice; given again it works', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    must(await give(borrower))
    for (let times = 0; times < 2; times += 1)
      expect(must(await server.call('settings', 'withdrawLocation', { body: {} }, borrower))).toEqual({ givenAt: null })
    expect((await here(borrower)).error).toBe('LOCATION_CONSENT_REQUIRED')
    must(await give(borrower))
    must(await here(borrower))
  })

  test('settings.giveLocation: AGREEMENT_REQUIRED without the text, settings.giveLocation: AGREEMENT_OUTDATED for another edition of it', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    const give = (agreed: { key: string; version: string; sha256: string }[]) =>
      server.call('settings', 'giveLocation', { body: { agreed } }, borrower)
    expect((await give([])).error).toBe('AGREEMENT_REQUIRED')
    const [text] = await agreedTo(server, 'location')
    expect((await give([{ key: 'locationUse', version: '0.9', sha256: text?.sha256 ?? '' }])).error).toBe('AGREEMENT_OUTDATED')
  })

  test('R7.2 no place is stored: the coordinates of the header are in no table', async () => {
    const borrower = await server.newBorrower({ upTo: 'login' })
    must(await give(borrower))
    must(await here(borrower, '30.2412345,120.1498765'))
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'fyh' and (column_name like '%latitude%' or column_name like '%longitude%' or column_name like '%gps%')`.execute(
      server.db,
    )
    expect(rows).toEqual([])
  })
})
