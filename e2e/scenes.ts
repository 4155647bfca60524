import type { Page } from '@playwright/test'
import { campaignScenes } from './campaign-scenes.ts'
import { capitalScenes } from './capital-scenes.ts'
import { demoScenes } from './demo-scenes.ts'
import { equityScenes } from './equity-scenes.ts'
import { flowScenes } from './flow-scenes.ts'
import { homeScenes } from './home-scenes.ts'
import type { Member, Who } from './people.ts'
import { laterScenes, plainScenes } from './plain-scenes.ts'
import { rareScenes } from './rare-scenes.ts'
import type { Sandbox } from './sandbox.ts'
import { serviceScenes } from './service-scenes.ts'
import { togetherScenes } from './together-scenes.ts'
import { wishScenes } from './wish-scenes.ts'
import type { Words } from './words.ts'

export type Data = Record<string, unknown>
export type Around = { readonly page: Page; readonly words: Words; readonly sandbox: Sandbox }
/** What the server is made to answer: `never`, `broken`, `late`, or its own answer changed. */
type Answers = Readonly<Record<string, 'never' | 'broken' | 'late' | ((data: Data) => Data)>>

/** One state of one screen: who looks, at which address, what they do there. */
export type Scene = {
  readonly name: string
  /** The path in the table of screens; '*' is the screen of unknown addresses. */
  readonly screen: string
  readonly as: Who
  readonly path: string
  /** Where the address names something of the person. */
  readonly of?: (member: Member) => string
  readonly act?: (around: Around) => Promise<void>
  readonly answers?: Answers
  /** What the page is in, where that is not the browser. The app here answers nothing, as one that is older. */
  readonly within?: 'messenger' | 'app'
  /** A sheet or a question is open; a picture shows the window, not the length of the page. */
  readonly over?: true
  /** The picture is of the wait itself. */
  readonly waiting?: true
}

type More = Partial<Omit<Scene, 'name' | 'screen' | 'as'>>
const scene = (name: string, screen: string, as: Who, more: More = {}): Scene => ({ name, screen, as, path: screen, ...more })
const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()
const loanOf = (member: Member) => `/loan/detail/${member.loanId}`
const startsWith = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

const reading = async ({ page, sandbox, words }: Around, person: string) => {
  await page.getByRole('checkbox').check()
  const photos = page.locator('input[type=file]')
  for (const [place, side, done] of [
    [0, 'front', words.apply.identity.frontDone],
    [1, 'back', words.apply.identity.backDone],
  ] as const) {
    await photos.nth(place).setInputFiles(await sandbox.sample(person, `${side}.png`))
    await page.getByText(done).waitFor()
  }
}

const sessionAndHome: readonly Scene[] = [
  ...homeScenes,
  scene('login', '/login', 'guest'),
  scene('login-errors', '/login', 'guest', {
    act: async ({ page, words }) => {
      await page.getByLabel(words.session.login.mobile).fill('1380000')
      await press(page, words.session.login.submit)
    },
  }),
  scene('account-guest', '/account', 'guest'),
  scene('account-new', '/account', 'fresh'),
  scene('account', '/account', 'active'),
  scene('setting', '/setting', 'active'),
  scene('setting-log-out', '/setting', 'active', { over: true, act: ({ page, words }) => press(page, words.settings.logout) }),
]

const apply: readonly Scene[] = [
  scene('id-card-guide', '/applyIdcardGuid', 'fresh'),
  scene('identity-empty', '/applyIdentity', 'fresh'),
  scene('identity-missing', '/applyIdentity', 'fresh', { act: ({ page, words }) => press(page, words.apply.identity.next) }),
  scene('identity-read', '/applyIdentity', 'photos', { act: (around) => reading(around, 'photos') }),
  scene('identity-confirmed', '/applyIdentity', 'verified'),
  scene('face', '/faceApplyLive', 'verified'),
  scene('next-begin', '/applyNext', 'fresh'),
  scene('next-half', '/applyNext', 'faced'),
  scene('profile-empty', '/applyProfile', 'faced'),
  scene('profile-errors', '/applyProfile', 'faced', { act: ({ page, words }) => press(page, words.apply.profile.submit) }),
  scene('profile-choose', '/applyProfile', 'faced', {
    over: true,
    act: ({ page, words }) => press(page, startsWith(words.apply.profile.income)),
  }),
  scene('profile-area', '/applyProfile', 'faced', {
    over: true,
    answers: { '/apply/areas**': 'late' },
    act: ({ page, words }) => page.getByLabel(words.apply.profile.area).click(),
  }),
  scene('profile-filled', '/applyProfile', 'filled'),
  scene('confirm', '/applyConfirm', 'filled'),
  scene('confirm-done', '/applyConfirm', 'approved'),
  scene('result-reviewing', '/applyResult', 'reviewing', { answers: { '/apply/result': (data) => ({ ...data, expectedSeconds: 90 }) } }),
  scene('result-approved', '/applyResult', 'approved'),
  scene('result-refused', '/applyResult', 'refused'),
  scene('result-ask-human', '/applyResult', 'refused', { over: true, act: ({ page, words }) => press(page, words.apply.result.askHuman) }),
]

const openSheet = { over: true, of: (member: Member) => `/signAgreement?quoteId=${member.quoteId}` } as const
const borrow: readonly Scene[] = [
  ...wishScenes,
  scene('borrow-blocked', '/borrowMoney', 'overdue'),
  scene('borrow-no-limit', '/borrowMoney', 'fresh'),
  scene('borrow-again', '/loan/borrowMoney', 'settled'),
  scene('cost-sheet', '/signAgreement', 'approved', openSheet),
  scene('cost-sheet-read', '/signAgreement', 'approved', {
    ...openSheet,
    act: ({ page, words }) => page.getByRole('button', { name: words.borrow.sign.submit, exact: true }).waitFor(),
  }),
  scene('contract-text', '/signAgreement', 'approved', {
    ...openSheet,
    answers: { '/loan/quote/*/text**': 'late' },
    act: async ({ page }) => {
      await page.getByRole('dialog').locator('label button').nth(1).click()
      await page.getByRole('dialog').nth(1).getByRole('heading').nth(1).waitFor()
    },
  }),
  scene('sign', '/signAgreement', 'approved', {
    of: openSheet.of,
    act: ({ page, words }) => press(page, words.shell.ui.close),
  }),
  scene('sign-done', '/signAgreement', 'bound', { of: openSheet.of }),
  scene('withdraw', '/withdraw/:capitalId', 'bound', { of: (member) => `/withdraw/1?quoteId=${member.quoteId}` }),
  scene('withdraw-gone', '/withdraw/:capitalId', 'bound', { path: '/withdraw/1?quoteId=1' }),
  scene('withdraw-paying', '/withdrawSuccess', 'newLoan', {
    of: (member) => `/withdrawSuccess?loanId=${member.loanId}`,
    answers: { '/loan/detail/*': (data) => beingPaidOut(data) },
  }),
  scene('withdraw-success', '/withdrawSuccess', 'newLoan', { of: (member) => `/withdrawSuccess?loanId=${member.loanId}` }),
  scene('withdraw-failed', '/withdrawSuccess', 'failed', { of: (member) => `/withdrawSuccess?loanId=${member.loanId}` }),
  scene('add-card', '/addBankCard', 'approved'),
  scene('add-card-errors', '/addBankCard', 'approved', {
    act: async ({ page, words }) => {
      await page.getByLabel(words.card.add.number).fill('4000000000000002')
      await press(page, words.card.add.submit)
      await page.getByText(words.card.add.bankUnknown).waitFor()
    },
  }),
  scene('add-card-unverified', '/addBankCard', 'fresh'),
  scene('select-card', '/selectBank', 'active'),
  scene('select-card-empty', '/selectBank', 'approved'),
  scene('supported-banks', '/supportedBankList', 'guest'),
]

const beingPaidOut = (data: Data): Data => ({
  ...data,
  status: 1,
  paidOutAt: null,
  timeline: [
    ...(Array.isArray(data.timeline) ? data.timeline.filter(({ step }) => step === 'signed' || step === 'requested') : []),
    { step: 'bankProcessing', state: 'now', at: null },
    { step: 'paidOut', state: 'ahead', at: null },
  ],
})

const resultOf = (member: Member) => `/repaymentResult?id=${member.repaymentId}`
const prepayOf = (member: Member) => `/prepayment/${member.loanId}`
const fillPrincipal = ({ page, words }: Around, yuan: string) => page.getByLabel(words.repay.prepay.amount).fill(yuan)
const prepayQuoted = async (around: Around) => {
  await fillPrincipal(around, '2000')
  await around.page.getByRole('button', { name: around.words.repay.prepay.plan, exact: true }).waitFor()
}
const loans: readonly Scene[] = [
  scene('records', '/loan', 'active'),
  scene('records-empty', '/loan', 'approved'),
  scene('loan-1-paying-out', '/loan/detail/:id', 'newLoan', { of: loanOf, answers: { '/loan/detail/*': (data) => beingPaidOut(data) } }),
  scene('loan-2-paid-out', '/loan/detail/:id', 'newLoan', { of: loanOf }),
  scene('loan-3-failed', '/loan/detail/:id', 'failed', { of: loanOf }),
  scene('loan-4-repaying', '/loan/detail/:id', 'active', { of: loanOf }),
  scene('loan-5-settled', '/loan/detail/:id', 'settled', { of: loanOf }),
  scene('loan-6-overdue', '/loan/detail/:id', 'overdue', { of: loanOf }),
  scene('loan-not-found', '/loan/detail/:id', 'active', { path: '/loan/detail/1' }),
  scene('plan', '/repayment', 'active', { of: (member) => `/repayment?loanId=${member.loanId}` }),
  scene('plan-overdue', '/repayment', 'overdue'),
  scene('plan-none', '/repayment', 'approved'),
  scene('explain', '/repayment', 'active', {
    over: true,
    act: ({ page }) => page.getByRole('row').nth(2).getByRole('button').click(),
  }),
  scene('repay-due', '/repaymentDetail/:id', 'active', { of: (member) => `/repaymentDetail/${member.loanId}` }),
  scene('repay-part', '/repaymentDetail/:id', 'overdue', {
    of: (member) => `/repaymentDetail/${member.loanId}`,
    act: ({ page, words }) => press(page, words.repay.detail.payPart),
  }),
  scene('repay-all', '/repaymentDetail/:id', 'active', { of: (member) => `/repaymentDetail/${member.loanId}?mode=all` }),
  scene('repay-explain', '/repaymentDetail/:id', 'active', {
    over: true,
    of: (member) => `/repaymentDetail/${member.loanId}?mode=all`,
    act: ({ page, words }) => press(page, new RegExp(words.shell.ui.explain)),
  }),
  scene('repay-nothing', '/repaymentDetail/:id', 'settled', { of: (member) => `/repaymentDetail/${member.loanId}` }),
  scene('owed-explain', '/loan/detail/:id', 'overdue', {
    over: true,
    of: loanOf,
    act: ({ page, words }) => press(page, new RegExp(words.shell.ui.explain)),
  }),
  scene('price-explain', '/loan/detail/:id', 'active', {
    over: true,
    of: loanOf,
    act: ({ page }) => press(page, /\d+\.\d\d%$/),
  }),
  scene('loan-redrawn', '/loan/detail/:id', 'prepaid', { of: loanOf }),
  scene('redrawn-explain', '/repayment', 'prepaid', {
    over: true,
    of: (member) => `/repayment?loanId=${member.loanId}&explain=1`,
  }),
  scene('signed-plan', '/loan/detail/:id', 'prepaid', {
    over: true,
    of: loanOf,
    act: ({ page, words }) => press(page, words.loan.signedPlan),
  }),
  scene('prepay', '/prepayment/:id', 'active', { of: prepayOf }),
  scene('prepay-error', '/prepayment/:id', 'active', { of: prepayOf, act: (around) => fillPrincipal(around, '150') }),
  scene('prepay-quoted', '/prepayment/:id', 'active', { of: prepayOf, act: (around) => prepayQuoted(around) }),
  scene('prepay-plan', '/prepayment/:id', 'active', {
    over: true,
    of: prepayOf,
    act: async (around) => {
      await prepayQuoted(around)
      await press(around.page, around.words.repay.prepay.plan)
    },
  }),
  scene('prepay-explain', '/prepayment/:id', 'active', {
    over: true,
    of: prepayOf,
    act: async (around) => {
      await prepayQuoted(around)
      await press(around.page, new RegExp(around.words.shell.ui.explain))
    },
  }),
  scene('prepay-overdue', '/prepayment/:id', 'overdue', { of: prepayOf }),
  scene('prepay-gone', '/prepayment/:id', 'settled', { of: prepayOf }),
  scene('prepaid', '/repaymentResult', 'prepaid', { of: resultOf }),
  scene('prepaid-where', '/repaymentResult', 'prepaid', {
    over: true,
    of: resultOf,
    act: ({ page, words }) => press(page, words.repay.result.where),
  }),
  scene('repaid-waiting', '/repaymentResult', 'settled', {
    of: resultOf,
    answers: { '/repay/result/*': (data) => ({ ...data, status: 'processing', takenFen: 0, countsFrom: null, loanStatus: 4 }) },
  }),
  scene('repaid-unknown', '/repaymentResult', 'settled', {
    of: resultOf,
    answers: { '/repay/result/*': (data) => ({ ...data, status: 'unknown', takenFen: 0, countsFrom: null, loanStatus: 4 }) },
  }),
  scene('repaid', '/repaymentResult', 'settled', { of: resultOf }),
  scene('repaid-partly', '/repaymentResult', 'part', { of: resultOf }),
  scene('repaid-failed', '/repaymentResult', 'overdue', { of: resultOf }),
  scene('bills', '/loan/record', 'active'),
  scene('bills-overdue', '/loan/record', 'overdue'),
  scene('bills-empty', '/loan/record', 'approved'),
  ...togetherScenes,
]

const others: readonly Scene[] = [
  scene('messages', '/messageCenter', 'active'),
  scene('messages-empty', '/messageCenter', 'active', { answers: { '/message/list**': (data) => ({ ...data, items: [] }) } }),
  scene('messages-broken', '/messageCenter', 'active', { answers: { '/message/list**': 'broken' } }),
  scene('message', '/messageDetail', 'active', {
    path: '/messageCenter',
    act: async ({ page, words }) => {
      await page.getByRole('listitem').filter({ hasText: words.message.kind.payoutDone.title }).getByRole('button').click()
      await page.getByRole('button', { name: words.message.target.loan, exact: true }).waitFor()
    },
  }),
  scene('message-gone', '/messageDetail', 'active', { path: '/messageDetail?id=1' }),
  scene('agreements', '/userAgreement', 'active'),
  scene('agreements-empty', '/userAgreement', 'active', { answers: { '/agreement/signed**': (data) => ({ ...data, items: [] }) } }),
  scene('agreement-text', '/userAgreement', 'active', {
    over: true,
    answers: { '/agreement/signed/*': 'late' },
    act: async ({ page }) => {
      await page.getByRole('listitem').first().getByRole('button').click()
      await page.getByRole('dialog').getByRole('heading').nth(1).waitFor()
    },
  }),
  scene('not-found', '*', 'guest', { path: '/nowhere/at-all' }),
  ...rareScenes,
  ...capitalScenes,
  ...campaignScenes,
  ...equityScenes,
  ...flowScenes,
  ...serviceScenes,
]

const ownScenes: readonly Scene[] = [...sessionAndHome, ...apply, ...borrow, ...loans, ...others, ...demoScenes]

export const scenes: readonly Scene[] = [...ownScenes, ...plainScenes(ownScenes), ...laterScenes]
