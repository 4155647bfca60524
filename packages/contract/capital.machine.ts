import { type EventOf, machine, type StateOf } from '@fyh/base/machine.ts'

/**
 * An application to one partner lender. `unknown` is asked after until known. A borrower who moves on to another partner cancels first, and only a
 * cancellation that was answered ends the application. An approval that comes after its end is declined towards the partner.
 */
export const partnerApplicationMachine = machine('partner application', 'filling', {
  filling: { submit: 'submitted', stop: 'stopped' },
  submitted: {
    accept: 'reviewing',
    approve: 'approved',
    refuse: 'refused',
    askMore: 'incomplete',
    loseTrack: 'unknown',
    miss: 'unreached',
    moveOn: 'cancelling',
  },
  reviewing: { approve: 'approved', refuse: 'refused', askMore: 'incomplete', loseTrack: 'unknown', moveOn: 'cancelling' },
  incomplete: { submit: 'submitted', approve: 'approved', refuse: 'refused', moveOn: 'cancelling' },
  unknown: {
    accept: 'reviewing',
    approve: 'approved',
    refuse: 'refused',
    askMore: 'incomplete',
    miss: 'unreached',
    moveOn: 'cancelling',
  },
  approved: { take: 'taken', refuse: 'refused', lapse: 'lapsed', moveOn: 'cancelling' },
  cancelling: { confirm: 'cancelled', refuse: 'refused' },
  stopped: {},
  unreached: { approveLate: 'declining' },
  refused: { approveLate: 'declining' },
  cancelled: { approveLate: 'declining' },
  lapsed: { approveLate: 'declining' },
  declining: { confirm: 'declined', refuse: 'declined' },
  declined: {},
  taken: {},
})
export type PartnerApplicationStatus = StateOf<typeof partnerApplicationMachine>
export type PartnerApplicationEvent = EventOf<typeof partnerApplicationMachine>

/** A borrower has at most one application in these states. */
export const partnerApplicationOpen = [
  'filling',
  'submitted',
  'reviewing',
  'incomplete',
  'unknown',
  'approved',
  'cancelling',
] as const satisfies readonly PartnerApplicationStatus[]
