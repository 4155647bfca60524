import { addFen, type Fen, minFen, subFen, zeroFen } from '@fyh/base/money.ts'
import { demand } from './engine-error.ts'
import { addParts, noParts, type PartName, type Parts, totalOf } from './parts.ts'
import { checkAllocationOrder, defaultRules } from './rules.ts'

export type OwedPeriod = { readonly period: number; readonly owed: Parts }
export type AllocationLine = { readonly period: number; readonly parts: Parts }

/** Lines sum to `parts`, and `parts` with the surplus sum to the amount. A line exists only for a period that got something. */
export type Allocation = { readonly lines: readonly AllocationLine[]; readonly parts: Parts; readonly surplus: Fen }

/**
 * Spreads an amount over what is owed: the oldest period first, inside it by the order given. Never more than is owed;
 * what is left over is the surplus, which belongs to the borrower.
 */
export function allocate({
  amount,
  owed,
  order = defaultRules.allocationOrder,
}: {
  amount: Fen
  owed: readonly OwedPeriod[]
  order?: readonly PartName[]
}): Allocation {
  demand(amount > 0, 'AMOUNT_NOT_POSITIVE', `${amount} fen`)
  checkAllocationOrder(order)
  const lines: AllocationLine[] = []
  let left = amount
  for (const { period, owed: parts } of [...owed].sort((a, b) => a.period - b.period)) {
    const covered = cover(left, parts, order)
    const used = totalOf(covered)
    if (used === 0) continue
    lines.push({ period, parts: covered })
    left = subFen(left, used)
  }
  return { lines, parts: addParts(...lines.map((line) => line.parts)), surplus: left }
}

function cover(amount: Fen, owed: Parts, order: readonly PartName[]): Parts {
  let left = amount
  const covered: Record<PartName, Fen> = { ...noParts }
  for (const part of order) {
    covered[part] = minFen(left, owed[part])
    left = subFen(left, covered[part])
  }
  return covered
}

/** What is owed over several periods. */
export function owedInAll(owed: readonly OwedPeriod[]): Fen {
  return addFen(zeroFen, ...owed.map((period) => totalOf(period.owed)))
}
