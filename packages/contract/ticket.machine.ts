import { type EventOf, machine, type StateOf } from '@fyh/base/machine.ts'

/** Feedback or a complaint, from its receipt to its answer. `take` again hands it to another handler; a time limit is extended once. */
export const ticketMachine = machine('ticket', 'received', {
  received: { take: 'inProgress', close: 'closed' },
  inProgress: { take: 'inProgress', extend: 'extended', answer: 'answered', close: 'closed' },
  extended: { take: 'extended', answer: 'answered', close: 'closed' },
  answered: { close: 'closed' },
  closed: {},
})
export type TicketState = StateOf<typeof ticketMachine>
export type TicketEvent = EventOf<typeof ticketMachine>
