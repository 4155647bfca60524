import { takeOut } from '#platform/address-parts.ts'

/** What the authorisation page sent back with the address; no code: the person refused. */
export type Returned = { readonly code: string | undefined; readonly state: string | undefined; readonly clean: string }

/**
 * R4.5: code and state of an address, in front of `#` or behind it, and the address without them. Undefined when it has no code and no
 * state that this product sent; such a state without a code means a refusal.
 */
export function returnOf(address: string): Returned | undefined {
  const { values, rest } = takeOut(address, ['code', 'state'])
  // A refusal may come with an empty code.
  const code = values.code || undefined
  const state = values.state || undefined
  if (code === undefined && triesOf(state) === 0) return undefined
  return { code, state, clean: rest }
}

/** What follows `#`, as it is to be put back; the authorisation page does not send it along, or sends its own. */
export const hashOf = (address: string): string => /#.*/.exec(address)?.[0] ?? ''

/** The address with the hash that it was left with, where none came back, or only the messenger's. */
export const withHash = (address: string, left: string): string =>
  /^#?(wechat_redirect)?$/.test(hashOf(address)) ? `${address.split('#')[0]}${left}` : address

/** A state is made of how often this visit has left to authorise, and of letters that nobody guesses. */
export const stateOf = (tries: number, letters: string): string => `${tries}${letters}`
export const stateLetters = 31
/** How often the visit had left that made this state; 0 for one that we did not make. It tells so where storage has lost it. */
export const triesOf = (state: string | undefined): number => (/^[1-9][A-Za-z0-9]{31}$/.test(state ?? '') ? Number(state?.charAt(0)) : 0)
