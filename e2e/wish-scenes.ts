import { benefitScenes } from './benefit-scenes.ts'
import type { Around, Scene } from './scenes.ts'

const at = { screen: '/borrowMoney', as: 'approved', path: '/borrowMoney' } as const
const amount = ({ page, words }: Around, text: string) => page.getByRole('textbox', { name: words.borrow.amount.label }).fill(text)
const row = ({ page }: Around, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click()

/** What a borrower does on the screen of amount, term, method and use. */
export const wishScenes: readonly Scene[] = [
  { ...at, name: 'borrow', act: (around) => amount(around, '10000') },
  {
    ...at,
    name: 'borrow-missing',
    act: ({ page, words }) => page.getByRole('button', { name: words.borrow.next, exact: true }).click(),
  },
  { ...at, name: 'borrow-error', act: (around) => amount(around, '650') },
  { ...at, name: 'borrow-use', over: true, act: (around) => row(around, around.words.borrow.use) },
  {
    ...at,
    name: 'plan-sheet',
    over: true,
    act: async (around) => {
      await amount(around, '10000')
      await row(around, around.words.borrow.first)
    },
  },
  ...benefitScenes,
]
