import { civilDate } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { api } from '@fyh/contract/api.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConfirmScreen } from '#features/apply/confirm-screen.tsx'
import { FaceScreen } from '#features/apply/face-screen.tsx'
import { IdentityScreen } from '#features/apply/identity-screen.tsx'
import { ProfileScreen } from '#features/apply/profile-screen.tsx'
import { BorrowMoneyScreen } from '#features/borrow/borrow-money-screen.tsx'
import { SignScreen } from '#features/borrow/sign-screen.tsx'
import { WithdrawScreen } from '#features/borrow/withdraw-screen.tsx'
import { AddBankCardScreen } from '#features/card/add-bank-card-screen.tsx'
import { PayForm } from '#features/repay/pay-form.tsx'
import { PrepayForm } from '#features/repay/prepay-form.tsx'
import type { PrepayQuote, RepayQuote } from '#features/repay/repay.queries.ts'
import { LoginScreen } from '#features/session/login-screen.tsx'
import { apply as applyWords } from '#locales/zh-cn/apply.ts'
import { blocks } from '#locales/zh-cn/blocks.ts'
import { borrow as borrowWords } from '#locales/zh-cn/borrow.ts'
import { card as cardWords } from '#locales/zh-cn/card.ts'
import { option } from '#locales/zh-cn/option.ts'
import { repay as repayWords } from '#locales/zh-cn/repay.ts'
import { session as sessionWords } from '#locales/zh-cn/session.ts'
import { emptyUserState, useUserStore } from '#platform/store.ts'
import { closeToast, ToastHost } from '#ui/toast.tsx'
import { answer, type Call, openScreen, pressEnter, translate } from './test-screen.tsx'

const text = { key: 'registration', version: '1.0', sha256: '0'.repeat(64), title: '协议' }
const bound = api.card.list.example.data.cards
const quote = {
  ...api.borrow.quoted.example.data,
  texts: [text],
  costSheet: { ...api.borrow.quoted.example.data.costSheet, minReadSeconds: 0 },
}
const nothing = fen(0)
const owed: RepayQuote = {
  loanId: 7,
  mode: 'due',
  onDate: civilDate('2027-01-05'),
  parts: { principal: fen(91_680), interest: nothing, fee: nothing, penalty: nothing, total: fen(91_680) },
  coupon: null,
  savedInterest: nothing,
  periods: [1],
  runningInterest: null,
  penaltyPpmDay: 750,
  penaltySpans: [],
  overdueDays: 0,
  payable: true,
  runningRepaymentId: null,
  order: ['fee', 'penalty', 'interest', 'principal'],
  interestAhead: 'counts',
  lines: [],
  earlyFee: null,
}
// The example is the answer of the server, whose shape the contract's own test holds.
const limits = api.repay.prepayQuote.example.data as unknown as PrepayQuote
const person = {
  confirmed: false,
  front: true,
  back: true,
  fields: {
    name: '测试',
    idNumber: '11010119900307002X',
    issuer: '示例市公安局',
    validFrom: '2016-03-07',
    validTo: '2099-03-07',
    longTerm: false,
  },
}
const profile = { ...api.apply.submitProfile.example.body }

const base = {
  '/agreement/current': { texts: [text] },
  '/card/list': { holder: '测*', cards: bound },
  '/card/lookUp': api.card.lookUp.example.data,
  '/bind/send': api.card.startBind.example.data,
  '/authCode/send': api.session.sendCode.example.data,
  '/registerAndLogin': api.session.registerAndLogin.example.data,
  '/loan/options': { ...api.borrow.options.example.data, uses: ['01', '03'] },
  '/loan/coupons': { items: [], bestId: null },
  '/repay/coupons/1': { items: [], bestId: null },
  '/loan/quote': quote,
  '/loan/quote/1': quote,
  '/loan/borrow': api.borrow.borrow.example.data,
  '/repay/pay': api.repay.pay.example.data,
  '/repay/prepay': api.repay.prepay.example.data,
  '/prepayQuote/1': limits,
  '/apply/reFlow': { next: 'home', steps: [] },
  '/apply/identity': (body: unknown) => (body === undefined ? person : {}),
  '/apply/profile': (body: unknown) => (body === undefined ? { draft: profile, areaPath: [], savedAt: null } : {}),
  '/profile/draft': api.apply.saveDraft.example.data,
  '/apply/confirm': api.apply.summary.example.data,
}

const type = async (label: string, value: string) => fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const tick = async () => fireEvent.click(await screen.findByRole('checkbox'))
const code = () => type(blocks.sms.label, '0427')
const getCode = async () => {
  fireEvent.click(screen.getByRole('button', { name: blocks.sms.get }))
  await screen.findByText(/已发送/)
}

type Case = {
  readonly form: string
  readonly Screen: ComponentType
  readonly address?: string
  readonly path?: string
  readonly answers?: object
  /** Where Enter is pressed. */
  readonly input: () => Promise<HTMLElement>
  /** What is wrong with the first field of the empty form, in words. */
  readonly wrong: string
  readonly empty?: object
  readonly fill: () => Promise<unknown>
  readonly sends: string
}
const byLabel = (label: string) => () => screen.findByLabelText(label)
const box = () => screen.findByRole('checkbox')

const forms: readonly Case[] = [
  {
    form: 'login',
    Screen: LoginScreen,
    input: byLabel(sessionWords.login.mobile),
    wrong: sessionWords.login.mobileInvalid,
    fill: async () => {
      await type(sessionWords.login.mobile, '13800000001')
      await code()
      await tick()
    },
    sends: api.session.registerAndLogin.path,
  },
  {
    form: 'adding a card',
    Screen: AddBankCardScreen,
    input: byLabel(cardWords.add.number),
    wrong: cardWords.add.numberInvalid,
    fill: async () => {
      await type(cardWords.add.number, '6222020000000009')
      await type(cardWords.add.mobile, '13800000001')
      await getCode()
      await code()
      await tick()
    },
    sends: api.card.confirmBind.path,
  },
  {
    form: 'borrowing',
    Screen: BorrowMoneyScreen,
    input: byLabel(borrowWords.amount.label),
    wrong: borrowWords.amount.missing,
    fill: async () => {
      await type(borrowWords.amount.label, '8000')
      fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${borrowWords.use}`) }))
      fireEvent.click(await screen.findByRole('button', { name: option.loanUse['03'] }))
    },
    sends: api.borrow.quote.path,
  },
  {
    form: 'signing',
    Screen: SignScreen,
    address: '/screen?quoteId=1',
    input: box,
    wrong: borrowWords.sign.agreeFirst,
    fill: tick,
    sends: api.borrow.sign.path,
  },
  {
    form: 'withdrawing',
    Screen: WithdrawScreen,
    address: '/withdraw/1?quoteId=1',
    path: '/withdraw/:capitalId',
    answers: { '/loan/quote/1': { ...quote, signed: true } },
    input: byLabel(blocks.sms.label),
    wrong: borrowWords.withdraw.codeMissing,
    fill: code,
    sends: api.borrow.borrow.path,
  },
  {
    form: 'paying',
    Screen: () => (
      <PayForm quote={owed} cards={[...bound]} debitedId={1} lender="示例消费金融有限公司">
        {null}
      </PayForm>
    ),
    input: byLabel(blocks.sms.label),
    wrong: repayWords.detail.codeMissing,
    fill: code,
    sends: api.repay.pay.path,
  },
  {
    form: 'prepaying',
    Screen: () => <PrepayForm limits={limits} cards={[...bound]} debitedId={1} told={undefined} />,
    input: byLabel(repayWords.prepay.amount),
    wrong: repayWords.prepay.missing,
    fill: async () => {
      await type(repayWords.prepay.amount, '2000')
      await code()
    },
    sends: api.repay.prepay.path,
  },
  {
    form: 'identity',
    Screen: IdentityScreen,
    empty: { '/apply/identity': { ...person, front: false, back: false } },
    input: byLabel(applyWords.identity.name),
    wrong: applyWords.identity.photoMissing,
    fill: async () => undefined,
    sends: api.apply.confirmIdentity.path,
  },
  {
    form: 'profile',
    Screen: ProfileScreen,
    empty: { '/apply/profile': { draft: {}, areaPath: [], savedAt: null } },
    input: byLabel(applyWords.profile.employer),
    wrong: `请选择${applyWords.profile.education}`,
    fill: async () => undefined,
    sends: api.apply.submitProfile.path,
  },
  {
    form: 'handing in',
    Screen: ConfirmScreen,
    input: box,
    wrong: applyWords.agreeFirst,
    fill: tick,
    sends: api.apply.submit.path,
  },
]

const sent = (calls: readonly Call[], path: string) => calls.filter((call) => call.path.endsWith(path) && call.body !== undefined)
const scrolled = vi.fn()

beforeEach(() => {
  useUserStore.setState(emptyUserState, true)
  window.sessionStorage.clear()
  window.localStorage.clear()
  window.history.replaceState(null, '')
  Element.prototype.scrollIntoView = scrolled
  scrolled.mockClear()
})
afterEach(() => {
  cleanup()
  closeToast()
})

let Shown: ComponentType = LoginScreen
const Whole = () => (
  <>
    <Shown />
    <ToastHost />
  </>
)

async function open({ Screen, address, path, answers }: Case, more: object = {}) {
  const calls = answer({ ...base, ...answers, ...more })
  Shown = Screen
  const namespaces = ['session', 'card', 'borrow', 'repay', 'apply', 'blocks', 'option', 'lending', 'agreement', 'loan', 'coupon'] as const
  await openScreen(Whole, namespaces, address, path)
  return calls
}
const enter = (input: HTMLElement) => input instanceof HTMLInputElement && pressEnter(input)
const toastText = () => document.querySelector('[role=status][aria-live=polite]')?.textContent ?? ''

describe.each(forms)('$form', (one) => {
  test('NF-12 Enter in the filled form acts as the button, once', async () => {
    const calls = await open(one)
    const input = await one.input()
    await one.fill()
    enter(input)
    enter(input)
    await waitFor(() => expect(sent(calls, one.sends)).toHaveLength(1))
  })

  test('NF-01 a translated page takes an attempt, says what is wrong in fresh words, and goes away whole', async () => {
    await open(one, one.empty)
    const input = await one.input()
    translate()
    enter(input)
    expect(await screen.findByText(one.wrong)).not.toBeNull()
    translate()
    enter(input)
    cleanup()
    expect(document.body.textContent).toBe('')
  })

  test('what is missing is said at its field, which is scrolled to and has the focus, and in no toast', async () => {
    const calls = await open(one, one.empty)
    enter(await one.input())
    const said = await screen.findByText(one.wrong)
    const place = said.closest('[data-wrong]') ?? said.closest('section')
    await waitFor(() => expect(place?.contains(document.activeElement)).toBe(true))
    const [scrolledTo] = scrolled.mock.contexts
    expect(scrolledTo instanceof Node && place?.contains(scrolledTo)).toBe(true)
    expect(toastText()).toBe('')
    expect(sent(calls, one.sends)).toEqual([])
  })
})

// The others send a whole code by themselves.
const withCode = ['login', 'adding a card']
test.each(forms.filter(({ form }) => withCode.includes(form)))('$form: a code that is too short is refused at its box', async (one) => {
  const calls = await open(one)
  const input = await one.input()
  await one.fill()
  await type(blocks.sms.label, '042')
  enter(input)
  expect(await screen.findByText(blocks.sms.incomplete)).not.toBeNull()
  expect([toastText(), sent(calls, one.sends)]).toEqual(['', []])
})

test('signing without a network stays written on the page, and the button signs again', async () => {
  const signing = forms.find(({ form }) => form === 'signing')
  if (signing === undefined) throw new Error('the form of signing is missing')
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  const act = () => (navigator.onLine ? {} : Promise.reject(new TypeError('Failed to fetch')))
  const calls = await open(signing, { [signing.sends]: act })
  const input = await signing.input()
  await signing.fill()
  network.mockReturnValue(false)
  enter(input)
  expect(await screen.findByText(borrowWords.sign.unsent)).not.toBeNull()
  const before = sent(calls, signing.sends).length
  network.mockReturnValue(true)
  enter(input)
  await waitFor(() => expect(sent(calls, signing.sends).length).toBeGreaterThan(before))
  network.mockRestore()
})

test('NF-12 Enter on the ticked consent of the face screen opens the camera, once', async () => {
  const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined)
  await open({ form: '', Screen: FaceScreen, input: box, wrong: '', fill: tick, sends: '' })
  const consent = await box()
  enter(consent)
  expect(click).not.toHaveBeenCalled()
  expect(await screen.findByText(applyWords.agreeFirst)).not.toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(consent))
  await tick()
  enter(consent)
  expect(click).toHaveBeenCalledTimes(1)
  click.mockRestore()
})

test.each([
  ['650', borrowWords.amount.step],
  ['100', borrowWords.amount.tooSmall],
  ['999999', borrowWords.amount.tooLarge],
])('an amount of %s is wrong at its field, which has the focus, and in no toast', async (amount, words) => {
  const borrowing = forms.find(({ form }) => form === 'borrowing')
  if (borrowing === undefined) throw new Error('there is a form to borrow')
  const calls = await open(borrowing)
  const input = await borrowing.input()
  await type(borrowWords.amount.label, amount)
  enter(input)
  await waitFor(() => expect(document.activeElement).toBe(input))
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(words.slice(0, 2))
  expect(toastText()).toBe('')
  expect(sent(calls, api.borrow.quote.path)).toEqual([])
})

test('NF-01 no figure of a translated page is stale: 5,000, then 100, then 10,000', async () => {
  const borrowing = forms.find(({ form }) => form === 'borrowing')
  if (borrowing === undefined) throw new Error('there is a form to borrow')
  await open(borrowing)
  await borrowing.input()
  const total = () => document.querySelector('footer')?.textContent ?? ''
  await type(borrowWords.amount.label, '5000')
  const first = total()
  expect(first).toMatch(/5,\d{3}\.\d\d/)
  translate()
  await type(borrowWords.amount.label, '100')
  expect(total()).not.toContain('5,')
  translate()
  await type(borrowWords.amount.label, '10000')
  expect(total()).toMatch(/1\d,\d{3}\.\d\d/)
  expect(document.getElementById('amount-rule')?.textContent).not.toContain('[')
})

test('the borrower chooses amount and use: neither is there before, and both are asked for', async () => {
  const borrowing = forms.find(({ form }) => form === 'borrowing')
  if (borrowing === undefined) throw new Error('there is a form to borrow')
  await open(borrowing)
  const input = await borrowing.input()
  expect(input).toHaveProperty('value', '')
  await type(borrowWords.amount.label, '8000')
  enter(input)
  expect(await screen.findByText(borrowWords.useMissing)).not.toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: `${borrowWords.use} 请选择` })))
})
