import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastCodeOf, must, type TestBorrower } from '#platform/test-borrower.ts'
import { cardIdOf, codeFor, failedLoan, newKey, paidOutLoan, quoted, signedAgain, signedQuote } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

const proxy = '127.0.0.1'
let server: TestServer
beforeAll(async () => {
  const settings = { TRUST_PROXY: proxy, SMS_ADDRESS_DAILY_MAX: '1000', SMS_WRONG_ADDRESS_DAILY_MAX: '12', SMS_WRONG_HOURLY_MAX: '40' }
  server = await testServer({ settings })
})
afterAll(() => server.close())

let phones = 0
const newPhone = () => {
  phones += 1
  return `1370000${String(phones).padStart(4, '0')}`
}
let networks = 0
const newAddress = () => {
  networks += 1
  return `10.7.${Math.floor(networks / 250)}.${networks % 250}`
}
const send = (mobile: string, address: string, headers: Readonly<Record<string, string>> = {}) => {
  server.machine.pass(61_000)
  return server.call('session', 'sendCode', { body: { mobile, purpose: 'login' } }, { address, headers })
}
const logIn = async (mobile: string, authCode: string, address: string) => {
  const agreed = must(await server.call('agreement', 'current', { query: { scene: 'login' } })).texts
  return server.call('session', 'registerAndLogin', { body: { mobile, authCode, agreed } }, { address })
}
const wrong = (code: string) => (code === '0000' ? '1111' : '0000')
async function loggedIn(mobile: string, address: string): Promise<string> {
  must(await send(mobile, address))
  return must(await logIn(mobile, lastCodeOf(server, mobile), address)).token
}
/** A wrong code of the login, each time on a code that is still in force. */
async function guess(mobile: string, address: string, sender = newAddress()) {
  await send(mobile, sender)
  return (await logIn(mobile, wrong(lastCodeOf(server, mobile)), address)).error
}
const nextDay = () => server.machine.pass(86_400_000)

describe('codes a stranger has sent', () => {
  test('use up none of those inside a session: the borrower still repays', async () => {
    const borrower = await server.newBorrower({ upTo: 'card' })
    const { mobile } = borrower
    const orders = await ordersOf(borrower)
    // The login itself took one of the ten.
    for (let count = 0; count < 9; count += 1) must(await send(mobile, newAddress()))
    expect((await send(mobile, newAddress())).error).toBe('SMS_DAILY_LIMIT')
    await codeFor(server, borrower, orders.repay)
    await codeFor(server, borrower, orders.withdraw)
  })

  test('use up none of those of the network in which the owner is logged in', async () => {
    const mobile = newPhone()
    const home = newAddress()
    await loggedIn(mobile, home)
    for (let count = 0; count < 12; count += 1) await send(mobile, newAddress())
    must(await send(mobile, home))
  })

  test('from one network use up half of those of the phone, whatever its addresses are', async () => {
    const mobile = newPhone()
    for (let count = 1; count <= 5; count += 1) must(await send(mobile, `2001:db8:7:7::${count}`))
    expect((await send(mobile, '2001:db8:7:7:ffff::1')).error).toBe('SMS_DAILY_LIMIT')
    must(await send(mobile, '2001:db8:7:8::1'))
  })

  test('and each purpose inside a session has ten a day of its own', async () => {
    nextDay()
    const borrower = await server.newBorrower({ upTo: 'card' })
    const { repay, withdraw } = await ordersOf(borrower)
    for (let count = 0; count < 10; count += 1) await codeFor(server, borrower, repay)
    server.machine.pass(61_000)
    const body = { purpose: 'repay', ...repay, cardId: cardIdOf(borrower) } as const
    const answer = await server.call('session', 'sendCode', { body }, { token: borrower.token, address: newAddress() })
    expect(answer.error).toBe('SMS_DAILY_LIMIT')
    await codeFor(server, borrower, withdraw)
  })
})

describe('wrong codes', () => {
  test('session.registerAndLogin: SMS_TRIES_LIMIT after ten of a stranger on one network, while the owner logs in at home', async () => {
    const mobile = newPhone()
    const home = newAddress()
    await loggedIn(mobile, home)
    const stranger = newAddress()
    const answers = []
    for (let tries = 0; tries < 11; tries += 1) answers.push(await guess(mobile, stranger, home))
    expect([new Set(answers.slice(0, 10)), answers[10]]).toEqual([new Set(['SMS_CODE_WRONG']), 'SMS_TRIES_LIMIT'])
    nextDay()
    await loggedIn(mobile, home)
  })

  test('session.registerAndLogin: SMS_TRIES_LIMIT after twenty for one phone from many networks, and free again the next day', async () => {
    nextDay()
    const mobile = newPhone()
    for (let tries = 0; tries < 10; tries += 1) expect(await guess(mobile, newAddress())).toBe('SMS_CODE_WRONG')
    // Ten codes a day are sent to strangers, so the rest goes to the last one.
    const code = lastCodeOf(server, mobile)
    await server.db
      .updateTable('sms_wrong_count')
      .set({ tries: 20 })
      .where('subject_kind', '=', 'stranger')
      .where('subject', '=', server.deps.seal.blindIndex('mobile', mobile))
      .execute()
    expect((await logIn(mobile, code, newAddress())).error).toBe('SMS_TRIES_LIMIT')
    nextDay()
    await loggedIn(mobile, newAddress())
  })

  test('session.registerAndLogin: SMS_TRIES_LIMIT after twelve from one network for many phones', async () => {
    nextDay()
    const from = (last: number) => `2001:db8:1:1::${last}`
    for (let tries = 1; tries <= 12; tries += 1) expect(await guess(newPhone(), from(tries))).toBe('SMS_CODE_WRONG')
    expect(await guess(newPhone(), from(13))).toBe('SMS_TRIES_LIMIT')
  })

  test('session.registerAndLogin: SMS_TRIES_LIMIT after sixty from the networks of one /48, before they use up what all strangers have', async () => {
    nextDay()
    const from = (network: number) => `2001:db8:2:${network}::1`
    expect(await guess(newPhone(), from(1))).toBe('SMS_CODE_WRONG')
    const site = server.deps.seal.blindIndex('address', '2001:db8:2::/48')
    await server.db.updateTable('sms_wrong_count').set({ tries: 60 }).where('subject', '=', site).execute()
    expect(await guess(newPhone(), from(2))).toBe('SMS_TRIES_LIMIT')
    expect(await guess(newPhone(), '2001:db8:3:1::1')).toBe('SMS_CODE_WRONG')
  })

  test('session.registerAndLogin: BUSY after the limit of all strangers in an hour, while owners log in from where they are known', async () => {
    nextDay()
    const mobile = newPhone()
    const home = newAddress()
    await loggedIn(mobile, home)
    const row = { subject_kind: 'all', subject: Buffer.alloc(0), tries: 40 }
    server.machine.pass(3_600_000 - (server.machine.machineNow().getTime() % 3_600_000))
    await server.db
      .insertInto('sms_wrong_count')
      .values({ ...row, since: server.machine.machineNow() })
      .execute()
    const stranger = newPhone()
    must(await send(stranger, newAddress()))
    expect((await logIn(stranger, lastCodeOf(server, stranger), newAddress())).error).toBe('BUSY')
    await loggedIn(mobile, home)
    server.machine.pass(3_600_000)
    await loggedIn(newPhone(), newAddress())
  })

  test('borrow.borrow: SMS_TRIES_LIMIT, borrow.reLoan: SMS_TRIES_LIMIT, repay.pay: SMS_TRIES_LIMIT and repay.prepay: SMS_TRIES_LIMIT after twenty inside sessions, and no stranger can cause it', async () => {
    nextDay()
    const borrower = await server.newBorrower({ upTo: 'card' })
    const { loanId } = await paidOutLoan(server, borrower, { amountFen: 1_000_000 })
    const failed = await failedLoan(server, borrower)
    const again = (await signedAgain(server, borrower, failed)).quoteId
    const { quoteId } = await signedQuote(server, borrower, { amountFen: 100_000 })
    const prepayQuery = { principalFen: fen(200_000), effect: 'lower' } as const
    const prepaying = must(
      await server.call('repay', 'prepayQuote', { params: { id: loanId }, query: prepayQuery }, { token: borrower.token }),
    )
    const cardId = cardIdOf(borrower)
    const orders = (authCode: string) => {
      const caller = () => ({ token: borrower.token, key: newKey() })
      return [
        () => server.call('borrow', 'borrow', { body: { quoteId, cardId, authCode } }, caller()),
        () => server.call('borrow', 'reLoan', { params: { id: failed }, body: { quoteId: again, cardId, authCode } }, caller()),
        () => server.call('repay', 'pay', { body: { loanId, mode: 'due', part: true, amountFen: fen(1_000), cardId, authCode } }, caller()),
        () =>
          server.call('repay', 'prepay', { body: { loanId, ...prepayQuery, totalFen: prepaying.parts.total, cardId, authCode } }, caller()),
      ]
    }
    for (let tries = 0; tries < 10; tries += 1) await guess(borrower.mobile, newAddress())
    await wrongInSession(borrower, 20)
    for (const order of orders(await codeFor(server, borrower, { quoteId }))) expect((await order()).error).toBe('SMS_TRIES_LIMIT')
  })
})

/** What a borrower with a loan and a quote could confirm. */
async function ordersOf(borrower: TestBorrower) {
  const { loanId } = await paidOutLoan(server, borrower, { amountFen: 100_000 })
  const { quoteId } = await quoted(server, borrower, { amountFen: 100_000 })
  return { repay: { loanId, mode: 'due', amountFen: fen(1_000) }, withdraw: { quoteId } } as const
}

/** Wrong codes with payments, a new code after every fourth. */
async function wrongInSession(borrower: TestBorrower, most: number): Promise<void> {
  const { loan_id: loanId } = await server.db
    .selectFrom('loan')
    .select('loan_id')
    .where('user_id', '=', borrower.userId)
    .executeTakeFirstOrThrow()
  let code = ''
  for (let tries = 0; tries < most; tries += 1) {
    if (tries % 4 === 0) code = await codeFor(server, borrower, { loanId, mode: 'due', amountFen: 1_000 })
    const body = { loanId, mode: 'due' as const, part: true, amountFen: fen(1_000), cardId: cardIdOf(borrower), authCode: wrong(code) }
    expect((await server.call('repay', 'pay', { body }, { token: borrower.token, key: newKey() })).error).toBe('SMS_CODE_WRONG')
  }
}

describe('NF-04 a limit for each address behind a trusted proxy', () => {
  const sent = async (limit: string, forwarded: readonly string[], remote = proxy) => {
    const own = await testServer({ settings: { TRUST_PROXY: proxy, SMS_ADDRESS_DAILY_MAX: limit } })
    try {
      const answers = []
      for (const address of forwarded) {
        const body = { mobile: newPhone(), purpose: 'login' as const }
        answers.push(await own.call('session', 'sendCode', { body }, { address: remote, headers: { 'x-forwarded-for': address } }))
      }
      return answers.map(({ error }) => error ?? 'sent')
    } finally {
      await own.close()
    }
  }
  const three = ['sent', 'sent', 'sent']
  const refused = Array.from({ length: 3 }, () => 'SMS_ADDRESS_LIMIT')

  test.each([
    ['another port each time', Array.from({ length: 6 }, (_, at) => `203.0.113.7:${50_001 + at}`)],
    ['six spellings', ['203.0.113.7', '203.0.113.7:1', '"203.0.113.7"', '::ffff:203.0.113.7', '[::ffff:cb00:7107]:9', '[203.0.113.7]']],
    ['what the client itself wrote before it', Array.from({ length: 6 }, (_, at) => `198.51.100.${at}, 203.0.113.7`)],
    ['addresses of one /64', Array.from({ length: 6 }, (_, at) => `[2001:db8:5:5::${at + 1}]:443`)],
    ['text that is no address', Array.from({ length: 6 }, (_, at) => `unknown-${at}`)],
  ])('%s: 3 sent, 3 refused', async (_, forwarded) => {
    expect(await sent('3', forwarded)).toEqual([...three, ...refused])
  })

  test('the networks of one /48 have together as much as five of them', async () => {
    const forwarded = Array.from({ length: 7 }, (_, at) => `2001:db8:6:${at}::1`)
    expect(await sent('1', [...forwarded, '2001:db8:7:1::1'])).toEqual([...three, 'sent', 'sent', ...refused.slice(0, 2), 'sent'])
  })

  test('a sender that is no trusted proxy counts by its own address', async () => {
    const forwarded = Array.from({ length: 6 }, (_, at) => `203.0.113.${at}`)
    expect(await sent('3', forwarded, '192.0.2.1')).toEqual([...three, ...refused])
  })
})

test('SMS_CODE_DIGITS=6 sends six digits, says so, and takes them', async () => {
  const six = await testServer({ settings: { SMS_CODE_DIGITS: '6' } })
  try {
    const mobile = newPhone()
    const body = { mobile, purpose: 'login' as const }
    expect(must(await six.call('session', 'sendCode', { body }))).toMatchObject({ smsCodeDigits: 6 })
    expect(must(await six.call('session', 'checkMobile', { body: { mobile } }))).toMatchObject({ smsCodeDigits: 6 })
    const authCode = /\d{6}/.exec(six.providers.sms.send.calls.at(-1)?.text ?? '')?.[0] ?? ''
    const agreed = must(await six.call('agreement', 'current', { query: { scene: 'login' } })).texts
    expect((await six.call('session', 'registerAndLogin', { body: { mobile, authCode: authCode.slice(0, 4), agreed } })).error).toBe(
      'SMS_CODE_WRONG',
    )
    must(await six.call('session', 'registerAndLogin', { body: { mobile, authCode, agreed } }))
  } finally {
    await six.close()
  }
})
