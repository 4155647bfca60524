import { addDays, type CivilDate, today } from '@fyh/base/dates.ts'
import { next } from '@fyh/base/machine.ts'
import type { DataOf, ParsedOf } from '@fyh/contract/endpoint.ts'
import type { service } from '@fyh/contract/service.ts'
import { type TicketEvent, type TicketState, ticketMachine } from '@fyh/contract/ticket.machine.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import { findLoan } from '#lending/loan/loan.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import {
  changeTicket,
  countWaiting,
  insertTicket,
  recordAct,
  sealedText,
  type Ticket,
  type TicketKey,
  takeTicketNumber,
  ticketOfKey,
  ticketOfOnceKey,
  waitingStates,
} from './ticket.sql.ts'

/** Days for the answer, counted from the day of receipt; the rules for complaints give 15, 30 for complex ones, and 30 more once. */
export const answerDays = { simple: 15, complex: 30, extension: 30 } as const
/** Requests of one borrower that wait for an answer at a time. */
const waitingMax = 10

type Body = ParsedOf<typeof service.submit>['body']
type Shown = DataOf<typeof service.ticket>

export const isWaiting = (state: TicketState): boolean => waitingStates.some((one) => one === state)

/** Stores a ticket with its number and deadline; a submission that was stored already is answered again. */
export function submitTicket(deps: Deps, { userId, ...body }: Body & { userId: number }): Promise<Ticket> {
  return transaction(deps.db, async (tx) => {
    // Two submissions at once come one after the other, so that the second finds the first.
    await tx.selectFrom('borrower').select('user_id').where('user_id', '=', userId).forUpdate().execute()
    const same = await ticketOfOnceKey({ db: tx, seal: deps.seal }, { userId, onceKey: body.onceKey })
    if (same !== undefined) return same
    const loanId = body.loanId ?? null
    if (loanId !== null && (await findLoan(tx, { userId, loanId })) === undefined) fail('LOAN_NOT_FOUND')
    if ((await countWaiting(tx, userId)) >= waitingMax) fail('TICKETS_TOO_MANY', { max: waitingMax })
    const key = { userId, ...(await numbered(tx, deps, { userId, kind: body.kind })) }
    const receivedOn = today(deps.clock)
    await insertTicket(tx, {
      user_id: userId,
      ticket_id: key.ticketId,
      number: key.number,
      kind: body.kind,
      category: body.category,
      loan_id: loanId,
      text_sealed: sealedText(deps.seal, 'text', { ticketId: key.ticketId, text: body.text }),
      once_key: body.onceKey,
      received_at: deps.clock.now(),
      received_on: receivedOn,
      due_on: addDays(receivedOn, answerDays.simple),
    })
    await act(tx, deps, { ...key, kind: 'submit', by: 'borrower', data: {} })
    return (await ticketOfKey({ db: tx, seal: deps.seal }, key)) ?? fail('TICKET_NOT_FOUND')
  })
}

const prefixes = { feedback: 'FK', complaint: 'TS' } as const
const drawsMax = 10

/** Numbers are the day and digits of the ticket's id; another id is drawn when a number is taken. */
async function numbered(tx: Tx, { clock, ids }: Deps, { userId, kind }: Pick<Body, 'kind'> & { userId: number }) {
  const on = today(clock).replaceAll('-', '')
  for (let draw = 0; draw < drawsMax; draw += 1) {
    const ticketId = ids()
    const number = `${prefixes[kind]}${on}${String(ticketId % 10 ** 8).padStart(8, '0')}`
    if (await takeTicketNumber(tx, { number, userId, ticketId })) return { ticketId, number }
  }
  throw new Error('no free ticket number was found')
}

/** Closes a ticket. One that is closed stays as it is, so a second tap gets the answer of the first. */
export function closeTicket(deps: Deps, key: TicketKey): Promise<Ticket> {
  return transaction(deps.db, async (tx) => {
    const ticket = (await ticketOfKey({ db: tx, seal: deps.seal }, key, 'update')) ?? fail('TICKET_NOT_FOUND')
    const state = next(ticketMachine, ticket.state, 'close')
    if (state === undefined) return ticket
    const closed = { state, closed_at: deps.clock.now() }
    await changeTicket(tx, key, closed)
    await act(tx, deps, { ...key, kind: 'close', by: 'borrower', data: {} })
    return { ...ticket, ...closed }
  })
}

/** Keeps who did what, in the transaction that does it. */
export async function act(
  tx: Tx,
  { ids, clock }: Pick<Deps, 'ids' | 'clock'>,
  done: TicketKey & { kind: TicketEvent | 'submit'; by: string; data: object },
): Promise<void> {
  const { userId, ticketId, kind, by, data } = done
  await recordAct(tx, { userId, ticketId, kind, by, data, eventId: ids(), at: clock.machineNow() })
}

export function briefOf(ticket: Ticket, on: CivilDate) {
  return {
    ticketId: ticket.ticket_id,
    number: ticket.number,
    kind: ticket.kind,
    category: ticket.category,
    state: ticket.state,
    loanId: ticket.loan_id,
    receivedAt: ticket.received_at.toISOString(),
    dueOn: ticket.due_on,
    isLate: isWaiting(ticket.state) && ticket.due_on < on,
  }
}

export function shownTicket(ticket: Ticket, on: CivilDate): Shown {
  const { text, answer, outcome, answered_at, closed_at } = ticket
  const answeredAt = answered_at?.toISOString() ?? null
  return { ...briefOf(ticket, on), text, answer, outcome, answeredAt, closedAt: closed_at?.toISOString() ?? null }
}
