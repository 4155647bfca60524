import { type EventOf, machine, type StateOf } from '@fyh/base/machine.ts'

/** A credit application from first step to decision. A refusal can be looked at by a person once, on request. */
export const applicationMachine = machine('application', 'draft', {
  draft: { submit: 'reviewing' },
  reviewing: { approve: 'approved', refuse: 'refused' },
  approved: {},
  refused: { askHuman: 'humanReview' },
  humanReview: { approve: 'approved', confirmRefusal: 'refusedFinally' },
  refusedFinally: {},
})
export type ApplicationStatus = StateOf<typeof applicationMachine>
export type ApplicationEvent = EventOf<typeof applicationMachine>
