import type { Data, Scene } from './scenes.ts'

const named = { name: 'Everyday package', supplier: 'Example Benefits Ltd.', priceFen: 2_990 }
const dataOf = (value: unknown): Data => Object.fromEntries(Object.entries(Object(value)))

/** A quote as it is with a package of benefits: one more item, and the cost without it. */
function withBenefit(quote: Data): Data {
  const sheet = dataOf(quote.costSheet)
  const items: unknown[] = Array.isArray(sheet.items) ? sheet.items : []
  const item = { item: 'benefit', payee: named.supplier, annualRatePpm: 0, amount: named.priceFen, annualisedPpm: 5_723 }
  const benefit = { ...named, packageId: 1, termDays: 30, costBefore: sheet.totalCost, priceBefore: sheet.price }
  const totalCost = Number(sheet.totalCost) + named.priceFen
  const price = { simplePpm: 149_723, compoundPpm: 160_437 }
  return { ...quote, benefitPackageId: 1, costSheet: { ...sheet, items: [...items, item], totalCost, price, benefit } }
}

const quoted = { '/loan/quote/*': withBenefit }
const sheetOf = { screen: '/signAgreement', as: 'approved', path: '/signAgreement' } as const
const loanWith = (state: 'waiting' | 'charged' | 'notCharged', paidFen: number, orderId: number | null): Omit<Scene, 'name'> => ({
  screen: '/loan/detail/:id',
  as: 'active',
  path: '/loan/detail/1',
  of: ({ loanId }) => `/loan/detail/${loanId}`,
  answers: { '/loan/detail/*': (data) => ({ ...data, benefit: { ...named, orderId, paidFen, state } }) },
})

/** A package of benefits bought together with a loan, from the offer to the loan. */
export const benefitScenes: readonly Scene[] = [
  {
    name: 'borrow-benefit',
    screen: '/borrowMoney',
    as: 'approved',
    path: '/borrowMoney',
    act: async ({ page, words }) => {
      await page.getByRole('textbox', { name: words.borrow.amount.label }).fill('10000')
      await page.getByRole('checkbox').first().check()
    },
  },
  {
    name: 'borrow-benefit-cap',
    screen: '/borrowMoney',
    as: 'approved',
    path: '/borrowMoney',
    act: async ({ page, words }) => {
      await page.getByRole('textbox', { name: words.borrow.amount.label }).fill('1000')
      await page.getByText(words.borrow.benefit.lead).waitFor()
    },
  },
  {
    name: 'borrow-benefit-failed',
    screen: '/borrowMoney',
    as: 'approved',
    path: '/borrowMoney',
    answers: { '/loan/benefits**': 'broken' },
    act: async ({ page, words }) => {
      await page.getByRole('textbox', { name: words.borrow.amount.label }).fill('10000')
      await page.getByRole('button', { name: words.borrow.benefit.failed }).waitFor({ timeout: 30_000 })
    },
  },
  { ...sheetOf, name: 'cost-sheet-benefit', over: true, of: ({ quoteId }) => `/signAgreement?quoteId=${quoteId}`, answers: quoted },
  {
    ...sheetOf,
    name: 'sign-benefit',
    of: ({ quoteId }) => `/signAgreement?quoteId=${quoteId}`,
    answers: quoted,
    act: ({ page, words }) => page.getByRole('button', { name: words.shell.ui.close, exact: true }).first().click(),
  },
  {
    name: 'withdraw-benefit',
    screen: '/withdraw/:capitalId',
    as: 'bound',
    path: '/withdraw/1',
    of: ({ quoteId }) => `/withdraw/1?quoteId=${quoteId}`,
    answers: quoted,
  },
  { ...loanWith('charged', named.priceFen, 1), name: 'loan-benefit' },
  { ...loanWith('charged', 0, 1), name: 'loan-benefit-refunded' },
  { ...loanWith('notCharged', 0, null), name: 'loan-benefit-uncharged' },
]
