import type { LendingDeps } from '#lending/deps.ts'
import { answerTicket, extendTicket, isOverdue, openTickets, type Ticket, takeTicket, ticketFile } from '../service/service.ts'
import { decisionsShown } from './servicing.sql.ts'

type Name = 'ticket' | 'by' | 'approver' | 'reason' | 'outcome' | 'cause' | 'text'
type Line = {
  readonly command: string
  readonly values: { readonly [name in Name]?: string | undefined } & { readonly complex?: boolean | undefined }
  readonly usage: string
}

const listMax = 200

/** Feedback and complaints: `tickets` lists those that wait, the late ones first; the others take, extend, answer or show one. */
export async function serviceTickets(deps: LendingDeps, { command, values, usage }: Line, say: (line: string) => void): Promise<void> {
  const { ticket: number = '', by = '', approver = '', reason = '', outcome = '', cause = '', text = '', complex = false } = values
  switch (command) {
    case 'tickets': {
      const open = await openTickets(deps, listMax)
      for (const ticket of open) say(lineOf(ticket, deps))
      return open.length === 0 ? say('no ticket waits for an answer') : undefined
    }
    case 'ticket': {
      const { ticket, acts } = await ticketFile(deps, number)
      say(lineOf(ticket, deps))
      say(`text: ${JSON.stringify(ticket.text)}`)
      if (ticket.answer !== null) say(`answer (${ticket.outcome}, ${ticket.cause}): ${JSON.stringify(ticket.answer)}`)
      for (const { kind, made_by, made_at, data } of acts) say(`${made_at.toISOString()} ${kind} by ${made_by} ${JSON.stringify(data)}`)
      return
    }
    case 'ticket-take': {
      const taken = await takeTicket(deps, {
        number,
        by,
        isComplex: complex,
        decidersOf: async (tx, loan) => (await decisionsShown(tx, loan)).map((decision) => decision.by),
      })
      return say(`${by} has ticket ${number}; the answer is due on ${taken.due_on}`)
    }
    case 'ticket-extend': {
      const extended = await extendTicket(deps, { number, by, approver, reason })
      return say(`ticket ${number} is extended; the answer is due on ${extended.due_on}`)
    }
    case 'ticket-answer': {
      await answerTicket(deps, { number, by, outcome, cause, text })
      return say(`answered ticket ${number}`)
    }
    default:
      throw new Error(usage)
  }
}

/** Without the text: a list goes over many borrowers, and one reads what one handles. */
function lineOf(ticket: Ticket, deps: LendingDeps): string {
  const { number, kind, category, state, due_on, handler, loan_id } = ticket
  const waits = state === 'received' || state === 'inProgress' || state === 'extended'
  const late = waits && isOverdue(ticket, deps) ? 'LATE, ' : ''
  return `${number} ${kind} ${category}: ${late}${state}, due ${due_on}, ${handler ?? 'no handler'}${loan_id === null ? '' : `, loan ${loan_id}`}`
}
