import { type FunnelStep, funnelSteps } from '@fyh/contract/funnel.ts'

/** What funnel_count counts a browser under in its column step, once all bits of the mask are set. Bit n is step n of the funnel. */
type Mark = { readonly name: string; readonly mask: number }

/** Browsers that reached a step and the one before it, in whatever order and however late. */
export const pairOf = (before: FunnelStep, step: FunnelStep): string => `${before}>${step}`

export const funnelMarks: readonly Mark[] = funnelSteps.flatMap(({ name }, bit) => {
  const before = funnelSteps[bit - 1]
  const alone = { name, mask: 2 ** bit }
  return before === undefined ? [alone] : [alone, { name: pairOf(before.name, name), mask: 2 ** bit + 2 ** (bit - 1) }]
})
