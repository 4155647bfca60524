import { addFen, type Fen, subFen, zeroFen } from '@fyh/base/money.ts'

export const partNames = ['fee', 'penalty', 'interest', 'principal'] as const
export type PartName = (typeof partNames)[number]

/** What is owed, paid or let go, by the kind of debt. */
export type Parts = { readonly [part in PartName]: Fen }

export const noParts: Parts = { fee: zeroFen, penalty: zeroFen, interest: zeroFen, principal: zeroFen }

export function totalOf(parts: Parts): Fen {
  return addFen(parts.fee, parts.penalty, parts.interest, parts.principal)
}

export function addParts(...all: readonly Parts[]): Parts {
  return all.reduce((sum, parts) => byPart((part) => addFen(sum[part], parts[part])), noParts)
}

export function subParts(a: Parts, b: Parts): Parts {
  return byPart((part) => subFen(a[part], b[part]))
}

export function byPart(amountOf: (part: PartName) => Fen): Parts {
  return { fee: amountOf('fee'), penalty: amountOf('penalty'), interest: amountOf('interest'), principal: amountOf('principal') }
}
