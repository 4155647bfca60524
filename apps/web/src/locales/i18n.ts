import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { base } from './base/base.ts'
import type { Namespace } from './resources.ts'
import { blocks } from './zh-cn/blocks.ts'
import { home } from './zh-cn/home.ts'
import { shell } from './zh-cn/shell.ts'

export const languages = ['zh-cn', 'en-us'] as const
export type Language = (typeof languages)[number]
export const languageDefault: Language = 'zh-cn'

/** As the html element and the server name them. */
export const htmlLanguage = { 'zh-cn': 'zh-CN', 'en-us': 'en-US' } as const

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text)

/** Each file exports one object named like its slice. */
type Pack = Readonly<Record<string, object>>
const packs = import.meta.glob<Pack>('./{zh-cn,en-us}/*.ts')

/** Slices that every screen needs, or the first one does: in the default language they come with the application. */
const everywhere: readonly Namespace[] = ['shell', 'blocks']
const asked = new Set<Namespace>(everywhere)

/** R1.3: ?lang= of the address, else the stored choice, else Chinese. */
export function chooseLanguage(search: string, stored: string | undefined): Language {
  const wished = new URLSearchParams(search).get('lang')?.toLowerCase()
  if (isLanguage(wished)) return wished
  return isLanguage(stored) ? stored : languageDefault
}

export async function startWords(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: [languageDefault, 'base'],
    supportedLngs: [...languages, 'base'],
    lowerCaseLng: true,
    load: 'currentOnly',
    defaultNS: 'shell',
    ns: ['shell'],
    resources: { 'zh-cn': { shell, home, blocks }, base: { base } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  await fetchWords(language, everywhere)
}

async function fetchWords(language: Language, namespaces: readonly Namespace[]): Promise<void> {
  const missing = namespaces.filter((namespace) => namespace !== 'base' && !i18next.hasResourceBundle(language, namespace))
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
  document.documentElement.lang = language === 'zh-cn' ? 'zh-CN' : 'en-US'
}

/** The words of one slice: `const t = useWords('borrow')`, then `t('amount.label')`; shared ones as `t('base:yuanSign')`. */
export const useWords = <N extends Namespace>(namespace: N) => useTranslation<readonly [N, 'base', 'shell']>([namespace, 'base', 'shell']).t

/** Words outside components (titles, toasts of the client); that such keys exist is shown by the test of the packs. */
export const wordOf = (key: string, values: Record<string, unknown> = {}): string => i18next.t(key, { defaultValue: key, ...values })
