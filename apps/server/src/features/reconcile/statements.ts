import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import type { Difference, Party } from './difference.ts'
import { type MovedOrder, movedOn, orderNow, pageSize } from './reconcile.sql.ts'

type Given = Pick<Deps, 'db' | 'providers'> & { readonly tx: Tx }
type Tell = (difference: Difference) => void

/** Orders that a party moved on another day than we booked, while the other day is still to be looked at. */
export type Elsewhere = Map<string, Extract<Difference, { kind: 'dayDiffers' }>>

/**
 * Compares what the ledger says a party moved on a day with the party's statement of that day. Both come in pages in the order of
 * their keys and are laid side by side, so only a page of each is held, however many orders a day has.
 */
export async function compareDay(
  given: Given,
  { party, on }: { party: Party; on: CivilDate },
  elsewhere: Elsewhere,
  tell: Tell,
): Promise<void> {
  const ours = ledgerOrders(given.tx, party, on)
  const theirs = statementOrders(given.providers[party], on)
  try {
    let [mine, their] = [await taken(ours), await taken(theirs)]
    while (mine !== undefined || their !== undefined) {
      const order = mine === undefined ? 1 : their === undefined ? -1 : compareBytes(mine.orderKey, their.orderKey)
      if (mine !== undefined && order < 0) await onlyHere(given, { party, on, ...mine }, elsewhere, tell)
      if (their !== undefined && order > 0) await onlyThere(given, { party, on, ...their }, elsewhere, tell)
      if (mine !== undefined && their !== undefined && order === 0 && mine.amount !== their.amount)
        await amounts(given, { party, on, orderKey: mine.orderKey, here: mine.amount, there: their.amount }, tell)
      if (order <= 0) mine = await taken(ours)
      if (order >= 0) their = await taken(theirs)
    }
  } catch (error) {
    if (!(error instanceof NoStatement)) throw error
    tell({ kind: 'noStatement', party, on })
  }
}

async function taken(orders: AsyncGenerator<MovedOrder, void, undefined>): Promise<MovedOrder | undefined> {
  const { value } = await orders.next()
  return value ?? undefined
}

const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

async function* ledgerOrders(tx: Tx, party: Party, on: CivilDate): AsyncGenerator<MovedOrder, void, undefined> {
  for (let after = ''; ; ) {
    const page: MovedOrder[] = await movedOn(tx, { party, on, after })
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = last.orderKey
  }
}

class NoStatement extends Error {}
const triesMax = 3

type StatementPort = Deps['providers'][Party]

/** What a party moved under each order, a debit less what it gave back of it. Orders of nothing are left out. */
async function* statementOrders(port: StatementPort, date: CivilDate): AsyncGenerator<MovedOrder, void, undefined> {
  let open: MovedOrder | undefined
  for (let after: string | null = null; ; ) {
    const page = await pageOf(port, { date, after })
    for (const { orderKey, kind, amountFen } of page.entries) {
      const amount: Fen = kind === 'return' ? subFen(zeroFen, amountFen) : amountFen
      if (open !== undefined && open.orderKey !== orderKey && open.amount !== 0) yield open
      open = { orderKey, amount: open?.orderKey === orderKey ? addFen(open.amount, amount) : amount }
    }
    if (page.next === null) break
    after = page.next
  }
  if (open !== undefined && open.amount !== 0) yield open
}

async function pageOf(port: StatementPort, asked: Parameters<StatementPort['statement']>[0]) {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const page = await port.statement(asked)
    if (page.answer === 'ok') return page
  }
  throw new NoStatement()
}

type Found = MovedOrder & { readonly party: Party; readonly on: CivilDate }

/** The ledger moved it, the statement of the day does not have it: the party knows it under another day, or not at all. */
async function onlyHere(given: Given, found: Found, elsewhere: Elsewhere, tell: Tell): Promise<void> {
  const { party, orderKey, on, amount } = found
  const order = await orderNow(given.db, party, orderKey)
  const known = { party, orderKey, contractNo: order?.contractNo, amount }
  if (!(await isKnownThere(given, found))) return void tell({ ...known, kind: 'missingThere', on })
  // What became known later than it was ordered stands in the statement of the day of the order, which is what both sides mean.
  const filedOn = amount > 0 ? order?.filedOn : (order?.returnedOn ?? undefined)
  const isFiledElsewhere = filedOn !== undefined && filedOn !== on
  if (!isFiledElsewhere && !elsewhere.has(orderKey)) elsewhere.set(orderKey, { ...known, kind: 'dayDiffers', here: on, there: undefined })
}

async function isKnownThere({ providers }: Given, { party, orderKey, amount }: Found): Promise<boolean> {
  if (party === 'lender') {
    const answer = await providers.lender.queryPayOut({ key: orderKey })
    return answer.answer === 'ok' && answer.state === 'paid' && answer.amountFen === amount
  }
  const answer = await providers.payment.queryDebit({ key: orderKey })
  if (answer.answer !== 'ok' || answer.state === 'processing' || answer.state === 'failed' || answer.state === 'notFound') return false
  return amount < 0 ? answer.takenFen === subFen(zeroFen, amount) : answer.takenFen === amount
}

/** The statement has it, the ledger of the day does not: booked meanwhile or on another day, still under way, or not at all. */
async function onlyThere(given: Given, found: Found, elsewhere: Elsewhere, tell: Tell): Promise<void> {
  const { party, orderKey, on, amount } = found
  const order = await orderNow(given.db, party, orderKey)
  if (order?.isUnderWay === true || order?.moved.some((move) => move.on === on && move.amount === amount) === true) return
  const known = { party, orderKey, contractNo: order?.contractNo, amount }
  const move = order?.moved.find((one) => one.amount === amount)
  if (move === undefined) return void tell({ ...known, kind: 'missingHere', on })
  if ((amount > 0 ? order?.filedOn : order?.returnedOn) === on) return
  elsewhere.set(orderKey, { ...known, kind: 'dayDiffers', here: move.on, there: on })
}

async function amounts(
  given: Given,
  found: { party: Party; on: CivilDate; orderKey: string; here: Fen; there: Fen },
  tell: Tell,
): Promise<void> {
  const order = await orderNow(given.db, found.party, found.orderKey)
  tell({ ...found, kind: 'amountDiffers', contractNo: order?.contractNo })
}
