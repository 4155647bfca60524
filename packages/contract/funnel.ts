/**
 * The steps from a first look to a loan, in order. Anybody who sends an event has landed, one with a userId has logged in; each of
 * the others is told once it has succeeded, by an event of its own.
 */
export const funnelSteps = [
  { name: 'landing' },
  { name: 'login' },
  { name: 'identity', event: 'reach_identity' },
  { name: 'profile', event: 'reach_profile' },
  { name: 'limit', event: 'reach_limit' },
  { name: 'borrow', event: 'reach_borrow' },
  { name: 'signed', event: 'reach_signed' },
  { name: 'paidOut', event: 'reach_paidOut' },
] as const

export type FunnelStep = (typeof funnelSteps)[number]['name']
/** A step that has an event of its own. */
export type ReachedStep = Exclude<FunnelStep, 'landing' | 'login'>

export const reachAction = 'reach'

/** The name of the event that tells of a step. */
export const reachEvent = <Step extends ReachedStep>(step: Step): `reach_${Step}` => `reach_${step}`
