import { addDays, type CivilDate } from '@fyh/base/dates.ts'
import { lenderIdOf } from '@fyh/base/lender-party.ts'
import { addFen, type Fen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import type { Difference, Party } from './difference.ts'
import { type MovedOrder, movedOn, type OrderNow, orderNow, pageSize } from './reconcile.sql.ts'

type Given = Pick<Deps, 'db' | 'providers'> & { readonly tx: Tx; readonly today: CivilDate }
type Tell = (difference: Difference) => void

/**
 * Orders that a party moved on another day than we booked, while the other day is still to be looked at; a return that was found on an
 * earlier day than ours is in place. By order, and apart for what was given back.
 */
export type Elsewhere = Map<string, Extract<Difference, { kind: 'dayDiffers' }> | 'inPlace'>
const placeOf = ({ orderKey, amount }: MovedOrder) => `${orderKey} ${amount > 0 ? 'moved' : 'back'}`

/**
 * Compares what the ledger says a party moved on a day with the party's statement of that day. Both come in pages in the order of
 * their keys and are laid side by side, so only a page of each is held, however many orders a day has. False when the statement cannot be had.
 */
export async function compareDay(
  given: Given,
  { party, on }: { party: Party; on: CivilDate },
  elsewhere: Elsewhere,
  tell: Tell,
): Promise<boolean> {
  const ours = ledgerOrders(given.tx, party, on)
  const theirs = statementOrders(statementPort(given, party), on)
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
    return true
  } catch (error) {
    if (error instanceof NoStatement) return false
    throw error
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

type StatementPort = Pick<Deps['providers']['payment'], 'statement'>

function statementPort({ providers }: Given, party: Party): StatementPort {
  const lenderId = lenderIdOf(party)
  return lenderId === undefined ? providers.payment : providers.lender(lenderId)
}

/** What a party moved under each order, in the order's own direction, less what went back of it. Orders of nothing are left out. */
async function* statementOrders(port: StatementPort, date: CivilDate): AsyncGenerator<MovedOrder, void, undefined> {
  let open: MovedOrder | undefined
  for (let after: string | null = null; ; ) {
    const page = await pageOf(port, { date, after })
    // It goes forward through the keys; one that turns back would be read for ever.
    if (page.next !== null && (page.next === after || page.entries.length === 0)) throw new NoStatement()
    for (const { orderKey, kind, amountFen } of page.entries) {
      if (open !== undefined && compareBytes(orderKey, open.orderKey) < 0) throw new NoStatement()
      const isBack = kind === 'return' || kind === 'transferReturn'
      const amount: Fen = isBack ? subFen(zeroFen, amountFen) : amountFen
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
  if (order !== undefined && isRestOfMore(found, order)) return
  const there = await isKnownThere(given, found)
  if (there === 'not') return void tell({ ...known, kind: 'missingThere', on })
  if (there === 'takenBack' && order?.returnedOn === null)
    return void tell({ ...known, amount: subFen(zeroFen, amount), kind: 'missingHere', on })
  // What became known later than it was ordered stands in the statement of the day of the order, which is what both sides mean.
  const isFiledElsewhere = amount > 0 && order !== undefined && order.filedOn !== on
  const place = placeOf(found)
  if (!isFiledElsewhere && !elsewhere.has(place)) elsewhere.set(place, { ...known, kind: 'dayDiffers', here: on, there: undefined })
}

/** `takenBack`: the party had it and gave it back since. */
async function isKnownThere({ providers }: Given, { party, orderKey, amount }: Found): Promise<'moved' | 'takenBack' | 'not'> {
  const lenderId = lenderIdOf(party)
  if (lenderId !== undefined) {
    const answer = await providers.lender(lenderId).queryPayOut({ key: orderKey })
    return answer.answer === 'ok' && answer.state === 'paid' && answer.amountFen === amount ? 'moved' : 'not'
  }
  const answer = await movedByChannel(providers.payment, orderKey)
  if (answer === undefined) return 'not'
  if (answer.isReturned && amount < 0) return answer.movedFen === subFen(zeroFen, amount) ? 'moved' : 'not'
  if (answer.movedFen !== amount) return 'not'
  return answer.isReturned ? 'takenBack' : 'moved'
}

/** What the payment channel moved under an order, which is a debit or a transfer; undefined when it moved nothing, or does not say. */
async function movedByChannel(
  payment: Deps['providers']['payment'],
  key: string,
): Promise<{ readonly movedFen: Fen; readonly isReturned: boolean } | undefined> {
  const debit = await payment.queryDebit({ key })
  if (debit.answer === 'ok' && debit.state !== 'notFound') {
    const hasMoved = debit.state === 'succeeded' || debit.state === 'partly' || debit.state === 'returned'
    return hasMoved ? { movedFen: debit.takenFen, isReturned: debit.state === 'returned' } : undefined
  }
  const transfer = await payment.queryTransfer({ key })
  if (transfer.answer !== 'ok' || (transfer.state !== 'succeeded' && transfer.state !== 'returned')) return undefined
  return { movedFen: transfer.amountFen, isReturned: transfer.state === 'returned' }
}

/** The statement has it, the ledger of the day does not: booked meanwhile or on another day, still under way, or not at all. */
async function onlyThere(given: Given, found: Found, elsewhere: Elsewhere, tell: Tell): Promise<void> {
  const { party, orderKey, on, amount } = found
  const order = await orderNow(given.db, party, orderKey)
  if (order?.moved.some((move) => move.on === on && move.amount === amount) === true) return
  const known = { party, orderKey, contractNo: order?.contractNo, amount }
  if (order === undefined) return void tell({ ...known, kind: 'missingHere', on })
  if (order.isUnderWay && mayBeUnderWay(found, order, given.today)) return
  const here = bookedOn(found, order)
  // What we have as taken back must not stand there as kept.
  const isKept = amount > 0 && amount === order.backFen && (await isKnownThere(given, found)) === 'moved'
  if (here === undefined || isKept) return void tell({ ...known, kind: 'missingHere', on })
  if (isFiledOn(found, order)) elsewhere.set(placeOf(found), 'inPlace')
  else elsewhere.set(placeOf(found), { ...known, kind: 'dayDiffers', here, there: on })
}

/** A result comes within a day, or is given up; and a pay-out of another amount than was ordered is never taken in by itself. */
function mayBeUnderWay({ party, on, amount }: Found, { askedFen }: OrderNow, today: CivilDate): boolean {
  return on >= addDays(today, -1) && (party === 'payment' || amount === askedFen)
}

/** The day under which the ledger has it; what came and went in one go stands in no day's sum. */
function bookedOn({ amount, on }: Found, { moved, backFen, filedOn, returnedOn }: OrderNow): CivilDate | undefined {
  const move = moved.find((one) => one.amount === amount)
  if (move !== undefined) return move.on
  if (backFen === null || (amount !== backFen && amount !== subFen(zeroFen, backFen))) return undefined
  return (amount > 0 ? filedOn : returnedOn) ?? on
}

/** A party files an order under the day we ordered it on, and what it gave back under its own day, which we learn then or later. */
function isFiledOn({ amount, on }: Found, { filedOn, returnedOn }: OrderNow): boolean {
  return amount > 0 ? on === filedOn : on >= filedOn && returnedOn !== null && on <= returnedOn
}

/** What the ledger moved under an order over all days. It books more of a debit later than the party, which has all of it on one day. */
const movedInAll = ({ moved }: OrderNow): Fen => addFen(zeroFen, ...moved.map(({ amount }) => amount))

/** Whether an amount is what was booked later of an order whose day is compared with all of it. */
function isRestOfMore({ on, amount }: Found, { moved, filedOn }: OrderNow): boolean {
  return amount > 0 && on !== filedOn && moved.some((move) => move.on === filedOn && move.amount > 0)
}

async function amounts(
  given: Given,
  found: { party: Party; on: CivilDate; orderKey: string; here: Fen; there: Fen },
  tell: Tell,
): Promise<void> {
  const order = await orderNow(given.db, found.party, found.orderKey)
  if (order !== undefined && found.on === order.filedOn && movedInAll(order) === found.there) return
  tell({ ...found, kind: 'amountDiffers', contractNo: order?.contractNo })
}
