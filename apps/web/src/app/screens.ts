import { matchPath } from 'react-router'
import { borrowScreens } from '#features/borrow/borrow.screens.ts'
import { cardScreens } from '#features/card/card.screens.ts'
import { homeScreens } from '#features/home/home.screens.ts'
import { sessionScreens } from '#features/session/session.screens.ts'
import type { Namespace } from '#locales/resources.ts'
import type { Screen } from '#platform/screen.ts'

/**
 * The screens that a guest's /home leads to, and the tabs. All others are in more-screens.ts, which comes after the first
 * page: a slice that is not needed for it costs a first visit nothing.
 */
const firstSlices = {
  session: sessionScreens,
  home: homeScreens,
  card: cardScreens,
  borrow: borrowScreens,
}

type Slices = Partial<Record<Namespace, Readonly<Record<string, Screen>>>>

/** The slice's words are loaded with its screens. */
export type TableEntry = { readonly slice: Namespace; readonly screen: Screen }

export const entriesOf = <S extends Slices>(slices: S): readonly TableEntry[] =>
  Object.entries<Readonly<Record<string, Screen>>>(slices).flatMap(([slice, screens]) =>
    // Object.entries forgets which names there are; a table has no others.
    Object.values(screens).map((screen) => ({ slice: slice as Namespace, screen })),
  )

export const firstEntries: readonly TableEntry[] = entriesOf(firstSlices)
let moreEntries: readonly TableEntry[] = []

/** Every screen of the application, as far as it is known by now: all that an address led to are. */
export const screenTable = (): readonly TableEntry[] => [...firstEntries, ...moreEntries]

/** Fetches the other screens, once; the answer is theirs. */
export async function learnMoreScreens(): Promise<readonly TableEntry[]> {
  if (moreEntries.length === 0) moreEntries = entriesOf((await import('./more-screens.ts')).moreSlices)
  return moreEntries
}

/** The screen of an address; undefined for an unknown one. */
export const entryAt = (pathname: string, table = screenTable()): TableEntry | undefined =>
  table.find(({ screen }) => matchPath(screen.path, pathname) !== null)

export const loginScreen = sessionScreens.login
export const tabScreens = { home: homeScreens.home, borrowMoney: borrowScreens.borrowMoney, account: homeScreens.account } as const
