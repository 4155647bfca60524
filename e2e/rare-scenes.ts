import { setTimeout } from 'node:timers/promises'
import type { Data, Scene } from './scenes.ts'
import { lateMs } from './show-scene.ts'

const change = (name: string, as: Scene['as'], path: string, answer: (data: Data) => Data): Scene =>
  path === '/home'
    ? { name, screen: '/home', as, path, answers: { '/user/fyhHome': answer } }
    : { name, screen: '/loan/detail/:id', as, path, of: ({ loanId }) => `/loan/detail/${loanId}`, answers: { '/loan/detail/*': answer } }

const day = '2027-01-25'
const nothing = { principal: 0, interest: 0, fee: 0, penalty: 0, total: 0 }
const firstPayment = (data: Data, more: Data): Data[] =>
  Array.isArray(data.payments) ? data.payments.map((payment, k) => (k === 0 ? { ...Object(payment), ...more } : payment)) : []

const allRead = (data: Data): Data => ({
  ...data,
  items: Array.isArray(data.items) ? data.items.map((item) => ({ ...Object(item), read: true })) : [],
})

/** 12.34 yuan of interest paid ahead of the running period count. */
const paidAhead = (data: Data): Data => ({
  ...data,
  parts: withAhead(data.parts),
  lines: Array.isArray(data.lines) ? data.lines.map((line, k) => (k === 0 ? lineAhead(Object(line)) : line)) : [],
})
const withAhead = (parts: unknown): Data => {
  const { total, interest, ...rest } = Object(parts)
  return { ...rest, interest: -1234, total: total - interest - 1234 }
}
const lineAhead = (line: Data): Data => {
  const none = { principal: 0, fee: 0, penalty: 0 }
  return {
    ...line,
    paid: { ...none, interest: Number(line.interest) + 1234, total: Number(line.interest) + 1234 },
    owed: withAhead(line.owed),
  }
}

/** States that need a bank's return, a lender's decision or that somebody has read everything, shown by changing the server's answer. */
export const rareScenes: readonly Scene[] = [
  change('rare-home-returned', 'settled', '/home', (data) => ({ ...data, returned: [{ loanId: 1, owedFen: 20_000 }] })),
  change('rare-home-expired-overdue', 'overdue', '/home', (data) => ({
    ...data,
    card: { ...Object(data.card), validUntil: '2026-12-01' },
  })),
  {
    name: 'result-expired',
    screen: '/applyResult',
    as: 'active',
    path: '/applyResult',
    answers: { '/apply/result': (data) => ({ ...data, limitExpired: true }) },
  },
  change('rare-loan-returned', 'settled', '/loan/detail/:id', (data) => ({
    ...data,
    returnedOwedFen: 20_000,
    payments: firstPayment(data, { returnedOn: day }),
  })),
  change('rare-loan-failed-card', 'failed', '/loan/detail/:id', (data) => ({
    ...data,
    failure: { cause: 'card', canResubmit: true, givenUpAt: null },
  })),
  change('rare-loan-given-up', 'failed', '/loan/detail/:id', (data) => ({
    ...data,
    failure: { cause: 'lender', canResubmit: false, givenUpAt: '2027-01-25T02:00:00.000Z' },
  })),
  {
    name: 'rare-sign-again',
    screen: '/signAgreement',
    as: 'bound',
    path: '/signAgreement',
    of: ({ quoteId }) => `/signAgreement?quoteId=${quoteId}&loanId=1`,
    answers: { '/loan/quote/*': (data) => ({ ...data, forLoanId: 1, signed: false }) },
  },
  change('rare-loan-written-off', 'overdue', '/loan/detail/:id', (data) => ({
    ...data,
    status: 5,
    overdueDays: 0,
    penaltyTomorrowFen: 0,
    settledOn: day,
    writtenOff: { on: day, amountFen: 1_000_234 },
    owed: nothing,
    plan: Array.isArray(data.plan) ? data.plan.map((row) => ({ ...row, state: 'writtenOff', overdueDays: 0, owed: nothing })) : [],
  })),
  change('rare-loan-surplus', 'settled', '/loan/detail/:id', (data) => ({ ...data, surplusHeldFen: 1234 })),
  {
    name: 'identity-unsent',
    screen: '/applyIdentity',
    as: 'photos',
    path: '/applyIdentity',
    act: async ({ page, sandbox, words }) => {
      await page.getByRole('checkbox').check()
      await page.route('**/apply/idCard/read', async (route) => {
        await setTimeout(lateMs)
        await route.abort()
      })
      await page
        .locator('input[type=file]')
        .nth(0)
        .setInputFiles(await sandbox.sample('photos', 'front.png'))
      await page.getByRole('button', { name: words.apply.identity.sendAgain }).waitFor()
    },
  },
  {
    name: 'repay-counts',
    screen: '/repaymentDetail/:id',
    as: 'active',
    path: '/repaymentDetail/:id',
    of: ({ loanId }) => `/repaymentDetail/${loanId}?mode=all`,
    answers: { '/repay/quote/**': paidAhead },
  },
  { name: 'messages-read', screen: '/messageCenter', as: 'active', path: '/messageCenter', answers: { '/message/list**': allRead } },
]
