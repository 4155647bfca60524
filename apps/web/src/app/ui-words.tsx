import { type ReactNode, useMemo } from 'react'
import { useWords } from '#locales/i18n.ts'
import { type UiWords, UiWordsProvider } from '#ui/words.tsx'

/** The kit's own words, out of the active pack. */
export function UiWordsFromPack({ children }: { children: ReactNode }) {
  const t = useWords('shell')
  const words = useMemo<UiWords>(
    () => ({
      back: t('ui.back'),
      close: t('ui.close'),
      cancel: t('ui.cancel'),
      confirm: t('ui.confirm'),
      clear: t('ui.clear'),
      choose: t('ui.choose'),
      retry: t('ui.retry'),
      loading: t('ui.loading'),
      slow: t('ui.slow'),
      failedTitle: t('ui.failedTitle'),
      failedBody: t('ui.failedBody'),
      codeDigits: (digits) => t('ui.codeDigits', { digits }),
      codeNotFound: (digits) => t('ui.codeNotFound', { digits }),
      passwordNotFound: (digits) => t('ui.passwordNotFound', { digits }),
      explain: t('ui.explain'),
      tooLong: (max) => t('ui.tooLong', { max }),
    }),
    [t],
  )
  return <UiWordsProvider words={words}>{children}</UiWordsProvider>
}
