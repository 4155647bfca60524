import type { CivilDate } from '@fyh/base/dates.ts'
import { ticketCategories, ticketCauses, ticketKinds, ticketOutcomes } from '@fyh/contract/service.ts'
import { day } from '@fyh/contract/shapes.ts'
import { ticketMachine } from '@fyh/contract/ticket.machine.ts'
import { z } from 'zod'
import type { Seal } from '#platform/crypto.ts'
import type { Db, Tx } from '#platform/deps.ts'

export type TicketKey = { readonly userId: number; readonly ticketId: number }

/** States in which an answer is owed. */
export const waitingStates = ['received', 'inProgress', 'extended'] as const

const row = z.object({
  user_id: z.int(),
  ticket_id: z.int(),
  number: z.string(),
  kind: z.enum(ticketKinds),
  category: z.enum(ticketCategories),
  loan_id: z.int().nullable(),
  state: z.enum(ticketMachine.states),
  text_sealed: z.instanceof(Buffer),
  received_at: z.date(),
  received_on: day,
  due_on: day,
  is_complex: z.boolean(),
  handler: z.string().nullable(),
  answer_sealed: z.instanceof(Buffer).nullable(),
  outcome: z.enum(ticketOutcomes).nullable(),
  cause: z.enum(ticketCauses).nullable(),
  answered_at: z.date().nullable(),
  closed_at: z.date().nullable(),
})
export type TicketRow = z.output<typeof row>
export type Ticket = TicketRow & { readonly text: string; readonly answer: string | null }

const place = (column: 'text' | 'answer', ticketId: number) => ({ table: 'ticket', column, row: String(ticketId) })

export function sealedText(seal: Seal, column: 'text' | 'answer', { ticketId, text }: { ticketId: number; text: string }): Buffer {
  return seal.text(text, place(column, ticketId))
}

const opened = (seal: Seal, stored: unknown): Ticket => {
  const ticket = row.parse(stored)
  const { ticket_id: ticketId, text_sealed, answer_sealed } = ticket
  const answer = answer_sealed === null ? null : seal.openText(answer_sealed, place('answer', ticketId))
  return { ...ticket, text: seal.openText(text_sealed, place('text', ticketId)), answer }
}

export type NewTicket = Pick<TicketRow, 'user_id' | 'ticket_id' | 'number' | 'kind' | 'category' | 'loan_id' | 'received_at'> & {
  readonly text_sealed: Buffer
  readonly once_key: string
  readonly received_on: CivilDate
  readonly due_on: CivilDate
}

export async function insertTicket(tx: Tx, ticket: NewTicket): Promise<void> {
  await tx
    .insertInto('ticket')
    .values({ ...ticket, state: ticketMachine.initial, is_complex: false })
    .execute()
}

/** False when the number is taken. */
export async function takeTicketNumber(tx: Tx, { number, userId, ticketId }: TicketKey & { number: string }): Promise<boolean> {
  const taken = await tx
    .insertInto('ticket_number')
    .values({ number, user_id: userId, ticket_id: ticketId })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returning('number')
    .executeTakeFirst()
  return taken !== undefined
}

export async function ticketOfNumber(tx: Db | Tx, number: string): Promise<TicketKey | undefined> {
  const found = await tx.selectFrom('ticket_number').select(['user_id', 'ticket_id']).where('number', '=', number).executeTakeFirst()
  return found && { userId: found.user_id, ticketId: found.ticket_id }
}

type Found = { readonly db: Db | Tx; readonly seal: Seal }

export async function ticketOfKey({ db, seal }: Found, { userId, ticketId }: TicketKey, lock?: 'update'): Promise<Ticket | undefined> {
  const query = db.selectFrom('ticket').selectAll().where('user_id', '=', userId).where('ticket_id', '=', ticketId)
  const stored = await (lock === 'update' ? query.forUpdate() : query).executeTakeFirst()
  return stored && opened(seal, stored)
}

export async function ticketOfOnceKey({ db, seal }: Found, own: { userId: number; onceKey: string }): Promise<Ticket | undefined> {
  const stored = await db
    .selectFrom('ticket')
    .selectAll()
    .where('user_id', '=', own.userId)
    .where('once_key', '=', own.onceKey)
    .executeTakeFirst()
  return stored && opened(seal, stored)
}

/** Newest first, from the one after `after` on. */
export async function ticketsOf(
  { db, seal }: Found,
  { userId, after, limit }: { userId: number; after: number | undefined; limit: number },
): Promise<Ticket[]> {
  const rows = await db
    .selectFrom('ticket')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(after !== undefined, (query) => query.where('ticket_id', '<', after ?? 0))
    .orderBy('ticket_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((stored) => opened(seal, stored))
}

/** Tickets of all borrowers that wait for an answer, the most urgent first. */
export async function waitingTickets({ db, seal }: Found, limit: number): Promise<Ticket[]> {
  const rows = await db
    .selectFrom('ticket')
    .selectAll()
    .where('state', 'in', waitingStates)
    .orderBy('due_on')
    .orderBy('ticket_id')
    .limit(limit)
    .execute()
  return rows.map((stored) => opened(seal, stored))
}

export async function countWaiting(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('ticket')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('state', 'in', waitingStates)
    .executeTakeFirstOrThrow()
  return count
}

type Change = Partial<
  Pick<TicketRow, 'state' | 'due_on' | 'is_complex' | 'handler' | 'answer_sealed' | 'outcome' | 'cause' | 'answered_at' | 'closed_at'>
>

export async function changeTicket(tx: Tx, { userId, ticketId }: TicketKey, change: Change): Promise<void> {
  await tx.updateTable('ticket').set(change).where('user_id', '=', userId).where('ticket_id', '=', ticketId).execute()
}

type Act = TicketKey & { readonly eventId: number; readonly kind: string; readonly by: string; readonly at: Date; readonly data: object }

export async function recordAct(tx: Tx, { userId, ticketId, eventId, kind, by, at, data }: Act): Promise<void> {
  await tx
    .insertInto('ticket_event')
    .values({ user_id: userId, ticket_id: ticketId, event_id: eventId, kind, made_by: by, made_at: at, data: JSON.stringify(data) })
    .execute()
}

const act = z.object({ kind: z.string(), made_by: z.string(), made_at: z.date(), data: z.record(z.string(), z.unknown()) })

export async function actsOf(tx: Db | Tx, { userId, ticketId }: TicketKey) {
  const rows = await tx
    .selectFrom('ticket_event')
    .select(['kind', 'made_by', 'made_at', 'data'])
    .where('user_id', '=', userId)
    .where('ticket_id', '=', ticketId)
    .orderBy('event_id')
    .execute()
  return z.array(act).parse(rows)
}
