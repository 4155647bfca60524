import { addFen, type Fen, fen, maxFen, minFen, mulDiv, subFen, zeroFen } from '@fyh/base/money.ts'
import { type AllocationStep, type DueClass, type Step, type StepClass, stepsOf } from './allocation-order.ts'
import { demand } from './engine-error.ts'
import { addParts, noParts, onlyPart, type PartName, type Parts, totalOf } from './parts.ts'
import { type AllocationDirection, defaultRules, type ExcessRule } from './rules.ts'

/** What a period owes; it counts as overdue unless its class is given. */
export type OwedPeriod = { readonly period: number; readonly owed: Parts; readonly due?: DueClass }
export type AllocationLine = { readonly period: number; readonly parts: Parts }

/** Lines sum to `parts`, and `parts` with the surplus sum to the amount. A line exists only for a period that got something. */
export type Allocation = { readonly lines: readonly AllocationLine[]; readonly parts: Parts; readonly surplus: Fen }

/** Debts that money is spread over. Paying may change what later periods owe, so it is asked for at each step. */
export type Debts = {
  /** The periods of a class that owe something, oldest first; only those asked for are looked at. */
  readonly open: (due: StepClass) => Iterable<number>
  readonly owed: (period: number, step: Step) => Fen
  /** Also told of nothing paid: a step that was tried may change what later ones find. */
  readonly pay: (period: number, step: Step, amount: Fen) => void
}

/** How money is spread, as the lender's rules say; each has its default there. */
export type AllocationRules = {
  readonly allocationOrder: readonly AllocationStep[]
  readonly allocationDirection?: AllocationDirection
  readonly excess?: ExcessRule
}

/**
 * Spreads an amount over what is owed: the oldest period first, inside it by the order given. Never more than is owed;
 * what is left over is the surplus, which belongs to the borrower.
 */
export function allocate({
  amount,
  owed,
  order = defaultRules.allocationOrder,
  direction = 'horizontal',
  excess = 'nextPeriod',
}: {
  amount: Fen
  owed: readonly OwedPeriod[]
  order?: readonly AllocationStep[]
  direction?: AllocationDirection
  excess?: ExcessRule
}): Allocation {
  demand(amount > 0, 'AMOUNT_NOT_POSITIVE', `${amount} fen`)
  const lines = new Map<number, Parts>()
  const surplus = spread(amount, listedDebts(owed, lines), { allocationOrder: order, allocationDirection: direction, excess })
  return allocationOf(lines, surplus)
}

/** The allocation that paid these parts of these periods. */
export function allocationOf(paid: ReadonlyMap<number, Parts>, surplus: Fen): Allocation {
  const lines = [...paid].map(([period, parts]) => ({ period, parts })).sort((a, b) => a.period - b.period)
  return { lines, parts: addParts(...lines.map((line) => line.parts)), surplus }
}

/** Pays the debts step by step and gives back what is left. */
export function spread(amount: Fen, debts: Debts, { allocationOrder, allocationDirection, excess = 'nextPeriod' }: AllocationRules): Fen {
  const steps = stepsOf(allocationOrder)
  const rounds = allocationDirection === 'vertical' ? steps.map((step) => [step]) : roundsOf(steps)
  let left = amount
  for (const round of rounds) {
    if (left === 0) break
    left = spreadRound(left, debts, round, excess)
  }
  return left
}

/** Steps of one class are taken together, period by period. */
function roundsOf(steps: readonly Step[]): Step[][] {
  const rounds = new Map<StepClass, Step[]>()
  for (const step of steps) {
    const round = rounds.get(step.due)
    if (round === undefined) rounds.set(step.due, [step])
    else round.push(step)
  }
  return [...rounds.values()]
}

/** Again and again while it covers something: a period that is covered whole makes the next one the first. */
function spreadRound(amount: Fen, debts: Debts, round: readonly Step[], excess: ExcessRule): Fen {
  let left = amount
  let before: Fen
  do {
    before = left
    const targets = targetsOf(debts, round, excess)
    for (const step of round) left = payStep(left, debts, step, targets)
  } while (left > 0 && left < before)
  return left
}

function targetsOf(debts: Debts, round: readonly Step[], excess: ExcessRule): readonly number[] {
  const [first] = round
  if (first === undefined || (first.due === 'advance' && excess === 'hold')) return []
  const only = round.length === 1 ? first : undefined
  const takesFirst = first.due !== 'advance' || excess === 'nextPeriod'
  const targets: number[] = []
  for (const period of debts.open(first.due)) {
    if (only !== undefined && debts.owed(period, only) <= 0) continue
    targets.push(period)
    if (takesFirst) break
  }
  return excess === 'lastPeriod' ? targets.slice(-1) : targets
}

/** Equal shares over the targets as far as the money reaches, the rest with the last. */
function payStep(amount: Fen, debts: Debts, step: Step, targets: readonly number[]): Fen {
  const count = targets.length
  if (count === 0 || amount === 0) return amount
  const share = count === 1 ? amount : fen(mulDiv({ value: amount, times: 1, over: count, rounding: 'halfUp' }))
  let left = amount
  targets.forEach((period, k) => {
    const most = k === count - 1 ? fen(amount - share * (count - 1)) : share
    const paid = maxFen(zeroFen, minFen(most, left, debts.owed(period, step)))
    debts.pay(period, step, paid)
    left = subFen(left, paid)
  })
  return left
}

function listedDebts(owed: readonly OwedPeriod[], lines: Map<number, Parts>): Debts {
  const byAge = [...owed].sort((a, b) => a.period - b.period)
  const left = new Map(byAge.map(({ period, owed: parts }) => [period, { ...parts }]))
  return {
    open: (due) =>
      byAge.filter((one) => isIn(one.due ?? 'overdue', due) && totalOf(left.get(one.period) ?? noParts) > 0).map(({ period }) => period),
    owed: (period, { part }) => left.get(period)?.[part] ?? zeroFen,
    pay: (period, { part }, amount) => {
      if (amount === 0) return
      const parts: Record<PartName, Fen> = left.get(period) ?? { ...noParts }
      parts[part] = subFen(parts[part], amount)
      lines.set(period, addParts(lines.get(period) ?? noParts, onlyPart(part, amount)))
    },
  }
}

/** Whether a period of a class belongs to a step's class. */
export function isIn(due: DueClass, step: StepClass): boolean {
  return step === due || (step === 'dueByNow' && due !== 'advance')
}

/** What is owed over several periods. */
export function owedInAll(owed: readonly OwedPeriod[]): Fen {
  return addFen(zeroFen, ...owed.map((period) => totalOf(period.owed)))
}
