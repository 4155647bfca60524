import { demand } from './engine-error.ts'
import { type PartName, partNames } from './parts.ts'

/** A period is overdue after its due day, due on it, in advance before it. */
export const dueClasses = ['overdue', 'due', 'advance'] as const
export type DueClass = (typeof dueClasses)[number]

/** One step of an order: a part of any period, or of the periods of one class. */
export type AllocationStep = PartName | `${DueClass}:${PartName}`

/** `dueByNow` is overdue and due as one, with the fees and penalties of later periods whose own day has come. */
export type StepClass = DueClass | 'dueByNow'
export type Step = { readonly due: StepClass; readonly part: PartName }

/**
 * The steps of an order, each with its class. An order of four parts means these for overdue, then due, then later periods.
 * One of eight names 'due' and 'advance' only: overdue counts as due. One of twelve names all three.
 * Throws EngineError unless every part stands there once for each class.
 */
export function stepsOf(order: readonly AllocationStep[]): readonly Step[] {
  const known = stepsByOrder.get(order)
  if (known !== undefined) return known
  const steps = readSteps(order)
  stepsByOrder.set(order, steps)
  return steps
}

/** An order is read once for all payments of a loan. */
const stepsByOrder = new WeakMap<readonly AllocationStep[], readonly Step[]>()

function readSteps(order: readonly AllocationStep[]): readonly Step[] {
  const wanted = classesBySteps.get(order.length) ?? []
  const texts = order.length === partNames.length ? dueClasses.flatMap((due) => order.map((part) => `${due}:${part}`)) : order
  const all = wanted.flatMap(({ due, word }) => partNames.map((part) => ({ due, part, text: `${word}:${part}` })))
  const steps = texts.flatMap((text) => all.filter((step) => step.text === text))
  const isComplete = all.length > 0 && texts.length === all.length && new Set(steps).size === all.length
  demand(isComplete, 'ALLOCATION_ORDER_INVALID', order.join(' '))
  return steps.map(({ due, part }) => ({ due, part }))
}

const eachClass = dueClasses.map((due) => ({ due, word: due }))
const classesBySteps = new Map<number, readonly { readonly due: StepClass; readonly word: DueClass }[]>([
  [4, eachClass],
  [
    8,
    [
      { due: 'dueByNow', word: 'due' },
      { due: 'advance', word: 'advance' },
    ],
  ],
  [12, eachClass],
])
