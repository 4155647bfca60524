/** Values taken out of an address, and the address without them, everything else byte for byte as it was. */
export type TakenOut<N extends string> = { readonly values: Readonly<Partial<Record<N, string>>>; readonly rest: string }

/**
 * Takes parameters out of an address, from the query in front of `#` and from the one behind it: addresses such as `/#/loan?code=…` keep
 * theirs there. The first value that is not empty counts.
 */
export function takeOut<const N extends string>(address: string, names: readonly N[]): TakenOut<N> {
  const values: Partial<Record<N, string>> = {}
  const rest = address.split('#').map((piece) => {
    const [path = '', ...query] = piece.split('?')
    if (query.length === 0) return piece
    const parts = query.join('?').split('&')
    const kept = parts.filter((part) => {
      const name = names.find((one) => part === one || part.startsWith(`${one}=`))
      if (name === undefined) return true
      values[name] ||= new URLSearchParams(part).get(name) ?? ''
      return false
    })
    return kept.length === parts.length ? piece : `${path}${kept.length === 0 ? '' : `?${kept.join('&')}`}`
  })
  return { values, rest: rest.join('#') }
}
