import { fen } from '@fyh/base/money.ts'
import { reconcile } from '#features/reconcile/reconcile.ts'
import { balancesOf } from '#lending/ledger/ledger.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { benefitBought, newKey } from '#platform/test-loan.ts'
import type { TestServer } from '#platform/test-server.ts'

/** What a borrower and their benefits do on a server, for tests. */
export function benefitsOn(server: TestServer) {
  const ready = () => server.newBorrower({ upTo: 'card' })

  /** Everything that is on its way arrives: debit, activation, vouchers, refunds. */
  async function settle(): Promise<void> {
    for (let round = 0; round < 4; round += 1) {
      await server.runJobs()
      await server.deliverNotices()
    }
    await server.runJobs()
  }

  async function bought(borrower: TestBorrower): Promise<number> {
    const { orderId } = must(await benefitBought(server, borrower))
    await settle()
    return orderId
  }
  const orderOf = async ({ token }: TestBorrower, orderId: number) =>
    must(await server.call('equity', 'order', { params: { id: orderId } }, { token }))
  const use = ({ token }: TestBorrower, orderId: number, rightCode = 'video-7d', key = newKey()) =>
    server.call('equity', 'use', { body: { orderId, rightCode } }, { token, key })
  const refund = ({ token }: TestBorrower, orderId: number, amountFen = 2_990, more: { cardId?: number; key?: string } = {}) =>
    server.call(
      'equity',
      'refund',
      { body: { orderId, amountFen: fen(amountFen), ...(more.cardId !== undefined && { cardId: more.cardId }) } },
      { token, key: more.key ?? newKey() },
    )
  const again = ({ token }: TestBorrower, orderId: number, cardId: number) =>
    server.call('equity', 'refundAgain', { body: { orderId, cardId } }, { token, key: newKey() })
  const held = ({ userId }: TestBorrower, orderId: number) => balancesOf(server.db, { userId, subject: { kind: 'benefit', id: orderId } })
  const kindsOf = async ({ token }: TestBorrower) =>
    must(await server.call('message', 'list', { query: {} }, { token }))
      .items.map(({ kind }) => kind)
      .filter((kind) => kind.startsWith('benefit'))
  /** The orders bought with a loan, as they are kept. */
  const loanOrders = (loanId: number) => server.db.selectFrom('benefit_order').selectAll().where('loan_id', '=', loanId).execute()
  async function differences(): Promise<string[]> {
    const lines: string[] = []
    const { differences: count } = await reconcile(server.deps, { date: undefined, say: (line) => lines.push(line) })
    return lines.slice(0, count)
  }
  return { ready, settle, bought, orderOf, use, refund, again, held, kindsOf, loanOrders, differences }
}
