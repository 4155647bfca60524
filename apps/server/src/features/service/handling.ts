import { addDays, type CivilDate, today } from '@fyh/base/dates.ts'
import { next } from '@fyh/base/machine.ts'
import { ticketCauses, ticketOutcomes, ticketTextMax } from '@fyh/contract/service.ts'
import { type TicketEvent, ticketMachine } from '@fyh/contract/ticket.machine.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { sendMessage } from '../message/message.ts'
import { actsOf, changeTicket, sealedText, type Ticket, ticketOfKey, ticketOfNumber, waitingTickets } from './ticket.sql.ts'
import { act, answerDays } from './ticket.ts'

/** What operators do with tickets. What can't be done is thrown, in words for the operator, and changes nothing. */
type Order = { readonly number: string; readonly by: string }

type Take = Order & {
  readonly isComplex: boolean
  /** Names of those who decided about the loan that the ticket is about. */
  readonly decidersOf: (tx: Tx, loan: { userId: number; loanId: number }) => Promise<readonly string[]>
}

/** Gives a ticket to a handler who has no stake in it, and says whether it is complex. */
export function takeTicket(deps: Deps, { isComplex, decidersOf, ...order }: Take): Promise<Ticket> {
  return onTicket(deps, { ...order, event: 'take' }, async (tx, { ticket, state, key }) => {
    const loan = ticket.loan_id === null ? undefined : { userId: key.userId, loanId: ticket.loan_id }
    const deciders = loan === undefined ? [] : await decidersOf(tx, loan)
    if (deciders.some((name) => isSamePerson(name, order.by)))
      refuse(`${order.by} decided about this loan; a person who did not has to handle the complaint`)
    // An extension that was approved stays.
    const due_on = state === 'extended' ? ticket.due_on : dueOn(ticket, isComplex)
    await changeTicket(tx, key, { state, handler: order.by.trim(), is_complex: isComplex, due_on })
    return { data: { isComplex, dueOn: due_on } }
  })
}

/** More time, once, approved by a second person. The borrower gets a message with the new deadline. */
export function extendTicket(deps: Deps, { approver, reason, ...order }: Order & { approver: string; reason: string }): Promise<Ticket> {
  if (approver.trim() === '' || reason.trim() === '') refuse('an extension needs --approver and --reason')
  if (isSamePerson(approver, order.by)) refuse('an extension is approved by another person than its handler')
  return onTicket(deps, { ...order, event: 'extend' }, async (tx, { ticket, state, key }) => {
    requireHandler(ticket, order.by)
    const due_on = addDays(ticket.due_on, answerDays.extension)
    await changeTicket(tx, key, { state, due_on })
    const params = { number: ticket.number, ticketId: key.ticketId, dueOn: due_on }
    await sendMessage(tx, deps, { kind: 'ticketExtended', params, userId: key.userId, once: `ticketExtended:${key.ticketId}` })
    return { data: { approver: approver.trim(), reason, dueOn: due_on } }
  })
}

type Answer = Order & { readonly text: string; readonly outcome: string; readonly cause: string }

/** Stores the answer with its outcome and cause code. The borrower gets a message. */
export function answerTicket(deps: Deps, { text, outcome: outcomeName, cause: causeName, ...order }: Answer): Promise<Ticket> {
  const outcome = ticketOutcomes.find((one) => one === outcomeName) ?? refuse(`--outcome takes ${ticketOutcomes.join(', ')}`)
  const cause = ticketCauses.find((one) => one === causeName) ?? refuse(`--cause takes ${ticketCauses.join(', ')}`)
  const answer = text.trim()
  if (answer === '' || answer.length > ticketTextMax) refuse(`an answer has 1 to ${ticketTextMax} characters`)
  return onTicket(deps, { ...order, event: 'answer' }, async (tx, { ticket, state, key }) => {
    requireHandler(ticket, order.by)
    const answer_sealed = sealedText(deps.seal, 'answer', { ticketId: key.ticketId, text: answer })
    await changeTicket(tx, key, { state, answer_sealed, outcome, cause, answered_at: deps.clock.now() })
    const params = { number: ticket.number, ticketId: key.ticketId }
    await sendMessage(tx, deps, { kind: 'ticketAnswered', params, userId: key.userId, once: `ticketAnswered:${key.ticketId}` })
    return { data: { outcome, cause } }
  })
}

/** Tickets that wait for an answer, the most urgent first. */
export const openTickets = ({ db, seal }: Pick<Deps, 'db' | 'seal'>, limit: number): Promise<Ticket[]> =>
  waitingTickets({ db, seal }, limit)

/** One ticket with everything that was done with it. */
export async function ticketFile({ db, seal }: Pick<Deps, 'db' | 'seal'>, number: string) {
  const key = (await ticketOfNumber(db, number)) ?? refuse(`no ticket has the number ${number}`)
  const ticket = (await ticketOfKey({ db, seal }, key)) ?? refuse('the ticket no longer exists')
  return { ticket, acts: await actsOf(db, key) }
}

type Held = {
  readonly ticket: Ticket
  readonly key: { readonly userId: number; readonly ticketId: number }
  /** The state that the event leads to. */
  readonly state: Ticket['state']
}

function onTicket(
  deps: Deps,
  { number, by, event }: Order & { event: TicketEvent },
  work: (tx: Tx, held: Held) => Promise<{ data: object }>,
): Promise<Ticket> {
  if (by.trim() === '') refuse('--by names who does it')
  return transaction(deps.db, async (tx) => {
    const key = (await ticketOfNumber(tx, number)) ?? refuse(`no ticket has the number ${number}`)
    const found = { db: tx, seal: deps.seal }
    const ticket = (await ticketOfKey(found, key, 'update')) ?? refuse('the ticket no longer exists')
    const state = next(ticketMachine, ticket.state, event) ?? refuse(`a ticket that is ${ticket.state} does not allow ${event}`)
    const { data } = await work(tx, { ticket, key, state })
    await act(tx, deps, { ...key, kind: event, by: by.trim(), data })
    return (await ticketOfKey(found, key)) ?? ticket
  })
}

const dueOn = ({ received_on }: Ticket, isComplex: boolean): CivilDate =>
  addDays(received_on, isComplex ? answerDays.complex : answerDays.simple)

function requireHandler({ handler }: Ticket, by: string): void {
  if (handler === null || !isSamePerson(handler, by)) refuse(`${handler ?? 'no handler'} has this ticket; take it first`)
}

const plain = (name: string) => name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
const isSamePerson = (one: string, other: string): boolean => plain(one) === plain(other)

/** How many days are left of the time for the answer; below zero when it is late. */
export const isOverdue = (ticket: Ticket, deps: Pick<Deps, 'clock'>): boolean => ticket.due_on < today(deps.clock)

function refuse(why: string): never {
  throw new Error(why)
}
