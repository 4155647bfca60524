import { matchPath } from 'react-router'
import { agreementScreens } from '#features/agreement/agreement.screens.ts'
import { applyScreens } from '#features/apply/apply.screens.ts'
import { borrowScreens } from '#features/borrow/borrow.screens.ts'
import { cardScreens } from '#features/card/card.screens.ts'
import { homeScreens } from '#features/home/home.screens.ts'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { messageScreens } from '#features/message/message.screens.ts'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { sessionScreens } from '#features/session/session.screens.ts'
import { settingsScreens } from '#features/settings/settings.screens.ts'
import type { Namespace } from '#locales/resources.ts'
import type { Screen } from '#platform/screen.ts'

/** Every screen of the application by slice. The slice's words are loaded with its screens. */
const bySlice = {
  session: sessionScreens,
  home: homeScreens,
  apply: applyScreens,
  card: cardScreens,
  borrow: borrowScreens,
  loan: loanScreens,
  repay: repayScreens,
  agreement: agreementScreens,
  message: messageScreens,
  settings: settingsScreens,
} satisfies Partial<Record<Namespace, Readonly<Record<string, Screen>>>>

export type TableEntry = { readonly slice: Namespace; readonly screen: Screen }

export const screenTable: readonly TableEntry[] = Object.entries(bySlice).flatMap(([slice, screens]) =>
  // Object.entries forgets which names there are; bySlice has no others.
  Object.values<Screen>(screens).map((screen) => ({ slice: slice as keyof typeof bySlice, screen })),
)

/** The screen of an address; undefined for an unknown one. */
export const entryAt = (pathname: string): TableEntry | undefined =>
  screenTable.find(({ screen }) => matchPath(screen.path, pathname) !== null)

export const loginScreen = sessionScreens.login
export const tabScreens = { home: homeScreens.home, borrowMoney: borrowScreens.borrowMoney, account: homeScreens.account } as const
