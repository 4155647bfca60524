/** What the authorisation page sent back with the address; no code: the person refused. */
export type Returned = { readonly code: string | undefined; readonly state: string | undefined; readonly clean: string }

/**
 * R4.5: code and state of an address, and the address without them, everything else byte for byte as it was. Undefined when it holds
 * no code, and no state of ours that would stand for a refusal.
 */
export function returnOf(address: string): Returned | undefined {
  const [whole = '', ...hash] = address.split('#')
  const [path = '', ...search] = whole.split('?')
  const parts = search.join('?').split('&')
  const code = firstOf(parts, 'code')
  const state = firstOf(parts, 'state')
  if (code === undefined && (state === undefined || triesOf(state) === 0)) return undefined
  const rest = parts.filter((part) => !/^(code|state)(=|$)/.test(part)).join('&')
  return { code, state, clean: `${path}${rest === '' ? '' : `?${rest}`}${hash.length === 0 ? '' : `#${hash.join('#')}`}` }
}

/** The first that is not empty: a refusal may come with an empty code. */
function firstOf(parts: readonly string[], name: string): string | undefined {
  for (const part of parts) {
    const value = new URLSearchParams(part).get(name)
    if (value !== null && value !== '') return value
  }
  return undefined
}

/** A state is made of how often this visit has left to authorise, and of letters that nobody guesses. */
export const stateOf = (tries: number, letters: string): string => `${tries}${letters}`
export const stateLetters = 31
/** How often the visit had left that made this state; 0 for one that we did not make. It tells so where storage has lost it. */
export const triesOf = (state: string | undefined): number => (/^[1-9][A-Za-z0-9]{31}$/.test(state ?? '') ? Number(state?.charAt(0)) : 0)
