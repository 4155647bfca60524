import type { Config } from '#platform/config.ts'

/** What is known today of the network that asks for a code and of the phone it goes to, this request left out. */
export type Signs = {
  /** Codes sent at the request of the network. */
  readonly sends: number
  /** Phones they went to, with the one asked for. */
  readonly phones: number
  /** Wrong codes of strangers for the phone. */
  readonly wrongCodes: number
  /** The phone's owner is logged in in this network. */
  readonly ownerIsHere: boolean
}

/**
 * Returns which sign asks for a check before another code is sent; undefined where nothing is unusual. Whether the phone is registered is
 * no sign: a visitor could read it off the check.
 */
export function unusualSign(signs: Signs, most: Config['smsCheck']): keyof Config['smsCheck'] | undefined {
  if (signs.ownerIsHere) return undefined
  if (signs.sends >= most.sends) return 'sends'
  if (signs.phones > most.phones) return 'phones'
  return signs.wrongCodes >= most.wrongCodes ? 'wrongCodes' : undefined
}
