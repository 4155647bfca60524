import { capital } from '@fyh/contract/capital.ts'
import type { Around, Data, Scene } from './scenes.ts'

const button = (page: Around['page'], name: string) => page.getByRole('button', { name, exact: true })

/** An application as the contract's own example has it, in any state. */
const as = (status: string, more: Data = {}): Data => ({ ...Object(capital.result.example.data.application), status, ...more })
const submittedAt = '2027-01-25T00:00:00.000Z'
const later = '2027-01-28T16:00:00.000Z'
const resultOf =
  (status: string, more: Data = {}, around: Data = {}) =>
  (): Data => ({ ...capital.result.example.data, application: as(status, { submittedAt, ...more }), ...around })
const alone = { next: null, canMoveOn: false, canStop: false }

const result = (name: string, status: string, more: Data = {}, around: Data = {}): Scene => ({
  name: `capital-${name}`,
  screen: '/capitalResult',
  as: 'approved',
  path: '/capitalResult',
  answers: { '/capital/result**': resultOf(status, more, around) },
})

const product: readonly Scene[] = [
  { name: 'product-guest', screen: '/product', as: 'guest', path: '/product' },
  { name: 'product-own', screen: '/product', as: 'approved', path: '/product' },
  { name: 'product-web-view', screen: '/webViewProduct', as: 'guest', path: '/webViewProduct' },
  { name: 'product-broken', screen: '/product', as: 'guest', path: '/product', answers: { '/capital/product**': 'broken' } },
  {
    name: 'product-off-shelf',
    screen: '/product',
    as: 'guest',
    path: '/product',
    answers: { '/capital/product**': (data) => ({ ...data, price: null, lenders: [], periods: [] }) },
  },
  {
    name: 'product-loan',
    screen: '/product',
    as: 'approved',
    path: '/product',
    over: true,
    act: ({ page }) => page.getByRole('table').first().getByRole('button').nth(1).click(),
  },
]

const consent: readonly Scene[] = [
  { name: 'jsd', screen: '/funders/jsd', as: 'approved', path: '/funders/jsd' },
  {
    name: 'jsd-unticked',
    screen: '/funders/jsd',
    as: 'approved',
    path: '/funders/jsd',
    act: ({ page, words }) => button(page, words.capital.jsd.go).click(),
  },
  {
    name: 'jsd-wish',
    screen: '/funders/jsd',
    as: 'approved',
    path: '/funders/jsd',
    over: true,
    act: ({ page, words }) => button(page, words.capital.jsd.choose).click(),
  },
  {
    name: 'jsd-refused',
    screen: '/funders/jsd',
    as: 'approved',
    path: '/funders/jsd',
    act: ({ page, words }) => button(page, words.capital.jsd.refuse).click(),
  },
  {
    name: 'jsd-not-taken',
    screen: '/funders/jsd',
    as: 'approved',
    path: '/funders/jsd?capitalId=4',
    answers: {
      '/capital/detail/4**': (data) => ({ ...data, otherCapitalId: 5, reasons: [{ code: 'limitTooSmall', values: { minFen: 100_000 } }] }),
    },
  },
  { name: 'jsd-no-limit', screen: '/funders/jsd', as: 'fresh', path: '/funders/jsd' },
  { name: 'capital-form-guest', screen: '/capitalForm', as: 'guest', path: '/capitalForm?capitalId=4' },
  { name: 'capital-form-none', screen: '/capitalForm', as: 'approved', path: '/capitalForm' },
  {
    name: 'capital-form',
    screen: '/capitalForm',
    as: 'approved',
    path: '/capitalForm?capitalId=4',
    answers: {
      '/capital/form?**': (data) => ({ ...data, application: as('incomplete', { missing: ['workPhone'], missingUntil: later }) }),
    },
    act: ({ page, words }) => button(page, words.capital.form.submit).click(),
  },
]

const held = (item: string, purpose: string): Data => ({ item, purpose, sentAt: submittedAt })
const holding = (): Data => {
  const [first] = capital.profile.example.data.partners
  return {
    partners: [
      { ...first, runningLoans: 1, held: [held('name', 'identity'), held('idNumber', 'identity'), held('income', 'creditDecision')] },
    ],
  }
}
const profile: readonly Scene[] = [
  { name: 'capital-profile-none', screen: '/capitalProfile', as: 'approved', path: '/capitalProfile' },
  { name: 'capital-profile', screen: '/capitalProfile', as: 'approved', path: '/capitalProfile', answers: { '/capital/profile': holding } },
]

const results: readonly Scene[] = [
  { name: 'capital-result-none', screen: '/capitalResult', as: 'approved', path: '/capitalResult' },
  result('waiting', 'reviewing'),
  result('unknown', 'unknown'),
  result('refused', 'refused', { reason: 'riskRefused' }, { canStop: false }),
  result('incomplete', 'incomplete', { missing: ['workPhone'], missingUntil: later }, alone),
  result('approved', 'approved', { approvedFen: 800_000, validUntil: later }, alone),
  result('unreached', 'unreached', { opensAt: later }),
  result('cancelling', 'cancelling', {}, alone),
  result('taken', 'taken', { loanId: 1 }, alone),
  { name: 'capital-withdraw-none', screen: '/capitalWithdraw', as: 'approved', path: '/capitalWithdraw' },
  {
    name: 'capital-withdraw',
    screen: '/capitalWithdraw',
    as: 'approved',
    path: '/capitalWithdraw?applicationId=1',
    answers: { '/capital/terms**': () => ({ ...capital.terms.example.data, validUntil: later }) },
  },
  {
    name: 'capital-result-broken',
    screen: '/capitalResult',
    as: 'approved',
    path: '/capitalResult',
    answers: { '/capital/result**': 'broken' },
  },
]

/** The product page and the partners' screens. What needs a partner's word is shown by changing the server's answer. */
export const capitalScenes: readonly Scene[] = [...product, ...consent, ...profile, ...results]
