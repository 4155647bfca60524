import { afterEach, beforeEach, expect, test } from 'vitest'
import { bindCard, must, type TestBorrower } from '#platform/test-borrower.ts'
import { detailOf, moveTo, paidOutLoan } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
let borrower: TestBorrower
let first: number
let second: number

/** A borrower with two cards, of which the first is the default. */
beforeEach(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '1', SMS_ADDRESS_DAILY_MAX: '1000' } })
  borrower = await server.newBorrower({ upTo: 'card' })
  first = borrower.cardId ?? 0
  server.machine.pass(61_000)
  second = await bindCard(server, { ...borrower, address: '10.8.0.1' }, 90_017)
})
afterEach(() => server.close())

const loanTo = async (cardId: number) => (await paidOutLoan(server, { ...borrower, cardId }, { amountFen: 300_000, periods: 3 })).loanId
const makeDefault = async (id: number) => must(await server.call('card', 'setDefault', { params: { id }, body: {} }, borrower))
const endAgreement = (cardId: number) =>
  server.db
    .updateTable('bank_card')
    .set({ agreement_ended_at: new Date(0) })
    .where('card_id', '=', cardId)
    .execute()

/** The card that detail and home name for a loan, and the one debited on its first due day. */
async function cardsNamedAndDebited(loanId: number) {
  const { debitCard } = await detailOf(server, borrower, loanId)
  const { due } = must(await server.call('home', 'fyhHome', { body: {} }, { token: borrower.token }))
  const tail = due.find((one) => one.loanId === loanId)?.cardTail
  await moveTo(server, '2026-12-27')
  const debit = await server.db.selectFrom('repayment').selectAll().where('loan_id', '=', loanId).executeTakeFirstOrThrow()
  return { onDetail: debitCard.cardId, isSameAtHome: tail === debitCard.tail, debited: debit.card_id }
}

test('the card a loan is paid out to is named and debited, though another card is the default', async () => {
  const loanId = await loanTo(second)
  expect((await detailOf(server, borrower, loanId)).card.cardId).toBe(second)
  expect(await cardsNamedAndDebited(loanId)).toEqual({ onDetail: second, isSameAtHome: true, debited: second })
})

test('another default moves the loans that run to that card, and none that is made later', async () => {
  const running = await loanTo(second)
  await makeDefault(second)
  await makeDefault(first)
  const later = await loanTo(second)
  expect(await detailOf(server, borrower, running)).toMatchObject({ card: { cardId: second }, debitCard: { cardId: first } })
  expect(await cardsNamedAndDebited(running)).toEqual({ onDetail: first, isSameAtHome: true, debited: first })
  const debitOfLater = await server.db.selectFrom('repayment').select('card_id').where('loan_id', '=', later).executeTakeFirst()
  expect(debitOfLater?.card_id).toBe(second)
})

test('a card whose authorisation has ended gives way to the default, and is named and debited again once it is renewed', async () => {
  const loanId = await loanTo(second)
  await endAgreement(second)
  expect((await detailOf(server, borrower, loanId)).debitCard.cardId).toBe(first)
  server.machine.pass(61_000)
  expect(await bindCard(server, { ...borrower, address: '10.8.0.1' }, 90_017)).toBe(second)
  expect(await cardsNamedAndDebited(loanId)).toEqual({ onDetail: second, isSameAtHome: true, debited: second })
})

test('a card whose authorisation has ended gives way to a default that holds, and to no other', async () => {
  const one = await loanTo(second)
  await endAgreement(second)
  await endAgreement(first)
  expect((await detailOf(server, borrower, one)).debitCard.cardId).toBe(second)
  await server.db.updateTable('bank_card').set({ agreement_ended_at: null }).where('card_id', '=', first).execute()
  expect(await cardsNamedAndDebited(one)).toEqual({ onDetail: first, isSameAtHome: true, debited: first })
})
