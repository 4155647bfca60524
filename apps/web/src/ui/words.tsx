import { createContext, type ReactNode, useContext } from 'react'

/** The few words the kit needs by itself. The application hands them in from the active pack. */
export type UiWords = {
  readonly back: string
  readonly close: string
  readonly cancel: string
  readonly confirm: string
  readonly clear: string
  readonly choose: string
  readonly retry: string
  readonly loading: string
  readonly slow: string
  readonly failedTitle: string
  readonly failedBody: string
  readonly codeDigits: (digits: number) => string
  readonly codeNotFound: (digits: number) => string
  readonly passwordNotFound: (digits: number) => string
  readonly explain: string
  readonly tooLong: (max: number) => string
}

const empty: UiWords = {
  back: '',
  close: '',
  cancel: '',
  confirm: '',
  clear: '',
  choose: '',
  retry: '',
  loading: '',
  slow: '',
  failedTitle: '',
  failedBody: '',
  codeDigits: () => '',
  codeNotFound: () => '',
  passwordNotFound: () => '',
  explain: '',
  tooLong: () => '',
}

const WordsContext = createContext<UiWords>(empty)

export function UiWordsProvider({ words, children }: { words: UiWords; children: ReactNode }) {
  return <WordsContext value={words}>{children}</WordsContext>
}

export const useUiWords = (): UiWords => useContext(WordsContext)
