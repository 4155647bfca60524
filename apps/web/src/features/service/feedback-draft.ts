import { useState } from 'react'
import { newIdempotencyKey } from '#platform/ids.ts'
import { idOf, useAddressQuery } from '#platform/screen.ts'
import { parseJson } from '#platform/storage.ts'
import { keepTyped, typedText } from '#platform/typed-text.ts'
import type { Submission } from './service.queries.ts'

type Kind = Submission['kind']
export type Draft = { readonly kind: Kind; readonly category: Submission['category'] | ''; readonly text: string; readonly onceKey: string }

// The contract's own list would bring its schemas along; the compiler compares the two.
export const categories = [
  'price',
  'repayment',
  'payout',
  'limit',
  'collection',
  'privacy',
  'benefits',
  'app',
  'other',
] as const satisfies readonly Submission['category'][]

export const kinds = ['feedback', 'complaint'] as const satisfies readonly Kind[]

const isText = (value: unknown): value is string => typeof value === 'string'

function keptDraft(): Draft | undefined {
  const kept = parseJson(typedText('feedback'))
  if (typeof kept !== 'object' || kept === null || !('text' in kept && 'onceKey' in kept && 'kind' in kept && 'category' in kept))
    return undefined
  const { text, onceKey } = kept
  const kind = kinds.find((one) => one === kept.kind)
  if (!isText(text) || !isText(onceKey) || kind === undefined) return undefined
  return { kind, text, onceKey, category: categories.find((one) => one === kept.category) ?? '' }
}

/**
 * What is typed outlives a reload and a step away, with the key under which it is handed in: one that was sent and whose answer was lost is
 * not a second one. The address says of a new draft whether it is a complaint, and of which loan.
 */
export function useFeedbackDraft() {
  const search = useAddressQuery()
  const kindOfAddress = kinds.find((one) => one === search.get('kind'))
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = keptDraft()
    if (kept !== undefined && kept.text !== '') return { ...kept, kind: kindOfAddress ?? kept.kind }
    return { kind: kindOfAddress ?? 'feedback', category: '', text: '', onceKey: newIdempotencyKey() }
  })
  const change = (part: Partial<Omit<Draft, 'onceKey'>>) => {
    // Another text is another one: the answer to the first must not stand for it.
    const next = { ...draft, ...part, onceKey: part.text === undefined ? draft.onceKey : newIdempotencyKey() }
    keepTyped('feedback', JSON.stringify(next))
    setDraft(next)
  }
  return { draft, change, loanId: idOf(search.get('loanId')), done: () => keepTyped('feedback', '') }
}
