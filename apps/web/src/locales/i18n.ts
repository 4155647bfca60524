import i18next, { type TFunction } from 'i18next'
import { useMemo, useSyncExternalStore } from 'react'
import { base } from './base/base.ts'
import type { Namespace } from './resources.ts'
import { home } from './zh-cn/home.ts'
import { shell } from './zh-cn/shell.ts'

export const languages = ['zh-cn', 'en-us'] as const
export type Language = (typeof languages)[number]
export const languageDefault: Language = 'zh-cn'

/** As the html element and the server name them. */
export const htmlLanguage = { 'zh-cn': 'zh-CN', 'en-us': 'en-US' } as const

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text)

/** The slice every screen needs. In the default language it comes with the application, and so does home's. */
const everywhere: readonly Namespace[] = ['shell']
const asked = new Set<Namespace>(everywhere)

/** R1.3: ?lang= of the address, else the stored choice, else Chinese. */
export function chooseLanguage(search: string, stored: string | undefined): Language {
  const wished = new URLSearchParams(search).get('lang')?.toLowerCase()
  if (isLanguage(wished)) return wished
  return isLanguage(stored) ? stored : languageDefault
}

export async function startWords(language: Language): Promise<void> {
  await i18next.init({
    lng: language,
    fallbackLng: [languageDefault, 'base'],
    supportedLngs: [...languages, 'base'],
    lowerCaseLng: true,
    load: 'currentOnly',
    defaultNS: 'shell',
    ns: ['shell'],
    resources: { 'zh-cn': { shell, home }, base: { base } },
    interpolation: { escapeValue: false },
  })
  await fetchWords(language, everywhere)
}

async function fetchWords(language: Language, namespaces: readonly Namespace[]): Promise<void> {
  const missing = namespaces.filter((namespace) => namespace !== 'base' && !i18next.hasResourceBundle(language, namespace))
  if (missing.length === 0) return
  const { packs } = await import('./packs.ts')
  await Promise.all(
    missing.map(async (namespace) => {
      const pack = await packs[`./${language}/${namespace}.ts`]?.()
      const words = pack?.[namespace]
      if (words !== undefined) i18next.addResourceBundle(language, namespace, words)
    }),
  )
}

/** Makes sure the words of these slices are there before a screen that shows them is drawn. */
export async function ensureWords(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) asked.add(namespace)
  await fetchWords(currentLanguage(), namespaces)
}

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : languageDefault
}

/** Changes what is on the screen at once: every slice visited so far is fetched first. */
export async function setLanguage(language: Language): Promise<void> {
  await fetchWords(language, [...asked])
  await i18next.changeLanguage(language)
  document.documentElement.lang = htmlLanguage[language]
}

function onLanguage(listener: () => void): () => void {
  i18next.on('languageChanged', listener)
  return () => i18next.off('languageChanged', listener)
}

const languageNow = () => i18next.language

/**
 * The words of one slice: `const t = useWords('borrow')`, then `t('amount.label')`; shared ones as `t('base:yuanSign')`.
 * Slices are loaded before a screen is drawn, so listening to the language is all there is to do; react-i18next would
 * add 2.5 KB to the first visit for it.
 */
export function useWords<N extends Namespace>(namespace: N): TFunction<readonly [N, 'base', 'shell']> {
  const language = useSyncExternalStore(onLanguage, languageNow, languageNow)
  return useMemo(() => i18next.getFixedT(language, [namespace, 'base', 'shell'] as const), [language, namespace])
}

/**
 * Words outside components (titles, toasts of the client), empty while their slice could not be fetched; that such keys exist is shown by
 * the test of the packs.
 */
export const wordOf = (key: string, values: Record<string, unknown> = {}): string => i18next.t(key, { defaultValue: '', ...values })
