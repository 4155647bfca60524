import { api } from '@fyh/contract/api.ts'
import type { Endpoint } from '@fyh/contract/endpoint.ts'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeHost } from '#host/fake.ts'
import { startWords } from '#locales/i18n.ts'
import { blocks } from '#locales/zh-cn/blocks.ts'
import { connectNavigation } from '#platform/navigation.ts'
import { makeQueryClient } from '#platform/query.ts'
import { forgetLogin, rememberLogin } from '#platform/store.ts'
import { Application } from './application.tsx'
import { type AppRouter, makeRouter } from './router.tsx'
import { firstEntries, learnMoreScreens } from './screens.ts'

const examples = new Map<string, unknown>(
  Object.values(api).flatMap((endpoints) =>
    Object.values<Endpoint>(endpoints).map(({ method, path, example }): [string, unknown] => [`${method} /api${path}`, example.data]),
  ),
)
/** What the server says of one path; the others answer with the example of the contract, or not at all. */
let answers: Readonly<Record<string, unknown>> | undefined
let router: AppRouter | undefined

function open(address: string) {
  window.history.pushState(null, '', address)
  connectNavigation({ host: fakeHost(), leave: () => undefined })
  router = makeRouter({ brandName: 'Brand' })
  render(<Application router={router} client={makeQueryClient()} face={{ name: 'Brand', mark: 'B' }} />)
}
const here = () => `${window.location.pathname}${window.location.search}`

beforeAll(() => startWords('zh-cn'))
beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  forgetLogin()
  rememberLogin('T', { userId: 7, mobile: '138****0000', name: null })
  window.scrollTo = () => undefined
  answers = undefined
  vi.stubGlobal(
    'fetch',
    vi.fn(async (address: string, { method = 'GET' }: RequestInit) => {
      const path = address.split('?')[0] ?? ''
      if (answers === undefined) throw new TypeError('no network')
      return Response.json({ code: 0, msg: '', data: answers[path] ?? examples.get(`${method} ${path}`) ?? {} })
    }),
  )
})
afterEach(() => {
  router?.dispose()
  cleanup()
  vi.unstubAllGlobals()
})

const table = [...firstEntries, ...(await learnMoreScreens())]
/** Slices whose screens all show what a borrower owes, gets or pays. */
const moneySlices = ['loan', 'repay', 'borrow', 'capital', 'campaign', 'equity']
/** Screens in them that show texts or samples and nothing of one's own. */
const withoutMoney = ['/mock/memberBenefit', '/mock/authorizedDeduction', '/mock/userInfoAuth', '/mock/serviceAgreement']
/** The page of the product has the way to complain among its links to service. */
const withOwnWay = ['/product', '/webViewProduct']
const moneyScreens = table.filter(({ screen: { meta } }) => meta.aboutMoney !== undefined && meta.aboutMoney !== 'pageOnly')

test('every screen of a slice about money is declared to be about money', () => {
  const undeclared = table.filter(({ slice, screen: { meta } }) => moneySlices.includes(slice) && meta.aboutMoney === undefined)
  expect(undeclared.map(({ screen: { path } }) => path).toSorted()).toEqual([...withoutMoney, ...withOwnWay].toSorted())
  expect(moneyScreens.length).toBeGreaterThan(16)
})

describe('whatever state a screen about money is in, it ends with the way to complain', () => {
  test.each(moneyScreens.map(({ screen: { path } }) => path))('%s', async (path) => {
    open(path.replace(/:\w+/, '17'))
    expect(await screen.findByRole('button', { name: blocks.complain }, { timeout: 10_000 })).not.toBeNull()
  })
})

describe('a complaint names the loan that the screen is about', () => {
  test.each([
    ['R2.25', '/loan/detail/17', '&loanId=17'],
    ['R2.21', '/repayment?loanId=17', '&loanId=17'],
    ['R2.22', '/repaymentDetail/17', '&loanId=17'],
    ['prepayment', '/prepayment/17', '&loanId=17'],
    ['R2.24', '/loan', ''],
  ])('%s %s', async (_, address, loan) => {
    open(address)
    fireEvent.click(await screen.findByRole('button', { name: blocks.complain }, { timeout: 10_000 }))
    await waitFor(() => expect(here()).toBe(`/feedback?kind=complaint${loan}`))
  })
})

describe('a page whose address names no loan names it itself', () => {
  test.each([
    ['R2.33', '/messageDetail?id=5', '/api/fp/app/message/detail/5', { ...api.message.detail.example.data, messageId: 5, loanId: 17 }],
    ['R2.23', '/repaymentResult?id=5', '/api/fyh/app/repay/result/5', { ...api.repay.result.example.data, repaymentId: 5, loanId: 17 }],
  ])('%s %s', async (_, address, path, data) => {
    answers = { [path]: data }
    open(address)
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 2 })).not.toEqual([]), { timeout: 10_000 })
    fireEvent.click(await screen.findByRole('button', { name: blocks.complain }, { timeout: 10_000 }))
    await waitFor(() => expect(here()).toBe('/feedback?kind=complaint&loanId=17'))
  })
  test('R2.33 a message about an application to a partner lender, of which no loan is made, leads to a complaint', async () => {
    answers = {
      '/api/fp/app/message/detail/5': {
        ...api.message.detail.example.data,
        messageId: 5,
        loanId: null,
        kind: 'partnerRefused',
        params: { lender: '示例合作银行' },
      },
    }
    open('/messageDetail?id=5')
    fireEvent.click(await screen.findByRole('button', { name: blocks.complain }, { timeout: 10_000 }))
    await waitFor(() => expect(here()).toBe('/feedback?kind=complaint'))
  })
  test('R2.33 a message that is about no loan has no way to complain', async () => {
    answers = { '/api/fp/app/message/detail/5': { ...api.message.detail.example.data, messageId: 5, loanId: null } }
    open('/messageDetail?id=5')
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 2 })).not.toEqual([]), { timeout: 10_000 })
    expect(screen.queryByRole('button', { name: blocks.complain })).toBeNull()
  })
})
