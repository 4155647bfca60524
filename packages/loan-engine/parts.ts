import { type Fen, fen, zeroFen } from '@fyh/base/money.ts'

export const partNames = ['fee', 'penalty', 'interest', 'principal'] as const
export type PartName = (typeof partNames)[number]

/** What is owed, paid or let go, by the kind of debt. */
export type Parts = { readonly [part in PartName]: Fen }

export const noParts: Parts = { fee: zeroFen, penalty: zeroFen, interest: zeroFen, principal: zeroFen }

export function totalOf({ fee, penalty, interest, principal }: Parts): Fen {
  return fen(fee + penalty + interest + principal)
}

export function addParts(...all: readonly Parts[]): Parts {
  let [fee, penalty, interest, principal] = [0, 0, 0, 0]
  for (const parts of all) {
    fee += parts.fee
    penalty += parts.penalty
    interest += parts.interest
    principal += parts.principal
  }
  return { fee: fen(fee), penalty: fen(penalty), interest: fen(interest), principal: fen(principal) }
}

export function subParts(a: Parts, b: Parts): Parts {
  return {
    fee: fen(a.fee - b.fee),
    penalty: fen(a.penalty - b.penalty),
    interest: fen(a.interest - b.interest),
    principal: fen(a.principal - b.principal),
  }
}

export function byPart(amountOf: (part: PartName) => Fen): Parts {
  return { fee: amountOf('fee'), penalty: amountOf('penalty'), interest: amountOf('interest'), principal: amountOf('principal') }
}

/** The parts that hold one amount only. */
export function onlyPart(part: PartName, amount: Fen): Parts {
  return { ...noParts, [part]: amount }
}
