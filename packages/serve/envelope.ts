import type { Envelope } from '@fyh/contract/endpoint.ts'
import { errorText, type Language } from '@fyh/contract/errors.ts'
import type { Refusal } from './fail.ts'

export const done = <D>(data: D): Envelope<D> => ({ code: 0, msg: '', data })

/** A refusal in the user's language; an expired login has the code of its own that every client listens to. */
export function refused(refusal: Refusal, language: Language): Envelope<never> {
  const words = { ...refusal.detail, ...ownWords(refusal.detail, language) }
  return {
    code: refusal.code === 'LOGIN_EXPIRED' ? -1 : 1,
    msg: errorText(refusal.code, language, words),
    data: null,
    error: refusal.code,
    detail: withoutWords(refusal.detail),
  }
}

/** A detail may bring its words in both languages under `words`; they fill the text and stay out of the answer. */
function ownWords(detail: Readonly<Record<string, unknown>>, language: Language): Record<string, unknown> {
  const words = detail.words
  if (typeof words !== 'object' || words === null || !(language in words)) return {}
  const own: unknown = Reflect.get(words, language)
  return typeof own === 'object' && own !== null ? { ...own } : {}
}

function withoutWords(detail: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { words: _, ...rest } = detail
  return rest
}
