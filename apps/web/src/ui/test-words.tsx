import type { ReactNode } from 'react'
import { type UiWords, UiWordsProvider } from './words.tsx'

/** Parts of the kit with words that say what they are. */
export const withWords = (element: ReactNode) => <UiWordsProvider words={words}>{element}</UiWordsProvider>

const words: UiWords = {
  back: 'back',
  close: 'close',
  cancel: 'cancel',
  confirm: 'confirm',
  clear: 'clear',
  choose: 'choose',
  retry: 'retry',
  loading: 'loading',
  slow: 'slow',
  failedTitle: 'failed',
  failedBody: 'failed body',
  codeDigits: (digits) => `${digits} digits`,
  codeNotFound: (digits) => `no code of ${digits}`,
  passwordNotFound: (digits) => `no password of ${digits}`,
  explain: 'explain',
  tooLong: (max) => `at most ${max}`,
}
