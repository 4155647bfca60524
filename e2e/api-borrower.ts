import type { Api } from '@fyh/contract/api.ts'
import { api } from '@fyh/contract/api.ts'
import type { DataOf, Endpoint, Envelope } from '@fyh/contract/endpoint.ts'
import { equityStatuses } from '@fyh/contract/equity.machine.ts'
import { constants } from '@fyh/contract/options.ts'
import { expect } from '@playwright/test'
import { type Sandbox, sandboxAt } from './sandbox.ts'
import type { Stack } from './stack.ts'

/** A borrower made over the API, for tests that begin in the middle. Everything about them is made up. */
export type ApiBorrower = {
  readonly token: string
  readonly user: DataOf<Api['session']['registerAndLogin']>['user']
  readonly mobile: string
  readonly seed: string
  readonly call: Call
}
export type Progress = 'login' | 'identity' | 'face' | 'profile' | 'applied' | 'card'
type Given = {
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string>>
  readonly params?: Readonly<Record<string, string | number>>
  readonly key?: string
}
type Call = <E extends Endpoint>(endpoint: E, given?: Given) => Promise<DataOf<E>>
type Profile = Readonly<Record<string, unknown>>

export const goodProfile: Profile = { education: '05', occupation: '2', trade: '7', income: '4', employer: '示例科技有限公司' }
/** Looked at a second time and then approved. */
export const reviewProfile: Profile = { education: '01', occupation: '6', trade: '21', income: '3', employer: '' }
/** Refused by the score; a person who looks at it approves. */
export const weakProfile: Profile = { education: '01', occupation: '6', trade: '21', income: '2', employer: '' }

type Wanted = { seed: string; number: number; upTo: Progress; profile?: Profile; inviteCode?: string }

/** `seed` names the made-up person; `number` their phone and card; `inviteCode` that of the friend whose link they came by. */
export async function makeBorrower(
  stack: Pick<Stack, 'web' | 'sandbox'>,
  { seed, number, upTo, profile = goodProfile, inviteCode }: Wanted,
): Promise<ApiBorrower> {
  const sandbox = sandboxAt(stack.sandbox)
  const borrower = await logIn(stack.web, sandbox, { seed, mobile: phone(number), inviteCode })
  const steps: Record<Progress, () => Promise<void>> = {
    login: async () => undefined,
    identity: () => verifyIdentity(borrower, sandbox),
    face: () => showFace(borrower),
    profile: () => fillProfile(borrower, profile),
    applied: () => submit(borrower),
    card: () => bindCard(borrower, sandbox, number),
  }
  for (const step of ['login', 'identity', 'face', 'profile', 'applied', 'card'] as const) {
    await steps[step]()
    if (step === upTo) break
  }
  return borrower
}

export const phone = (number: number): string => `1380000${String(number).padStart(4, '0')}`
/** A card whose tail has no meaning to the sandbox. */
export const cardNumber = (number: number): string => `622202000000${String(number).padStart(4, '0')}`

type Person = { readonly seed: string; readonly mobile: string; readonly inviteCode: string | undefined }

async function logIn(web: string, sandbox: Sandbox, { seed, mobile, inviteCode }: Person): Promise<ApiBorrower> {
  const guest = callAt(web, undefined)
  const before = await sandbox.codes(mobile)
  await guest(api.session.sendCode, { body: { mobile, purpose: 'login' } })
  const authCode = await sandbox.code(mobile, before)
  const agreed = await agreedTo(guest, 'login')
  const { token, user } = await guest(api.session.registerAndLogin, { body: { mobile, authCode, channelCode: 'fyh', agreed, inviteCode } })
  return { token, user, mobile, seed, call: callAt(web, token) }
}

async function verifyIdentity({ call, seed }: ApiBorrower, sandbox: Sandbox): Promise<void> {
  const agreed = await agreedTo(call, 'idCard')
  const read = async (side: 'front' | 'back') => {
    const { buffer } = await sandbox.sample(seed, `${side}.png`)
    return (await call(api.apply.readIdCard, { body: { side, image: buffer.toString('base64'), agreed } })).fields
  }
  const front = await read('front')
  const back = await read('back')
  await call(api.apply.confirmIdentity, {
    body: { name: front.name, idNumber: front.idNumber, validFrom: back.validFrom, validTo: back.validTo },
  })
}

async function showFace({ call }: ApiBorrower): Promise<void> {
  const image = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(64)]).toString('base64')
  await call(api.apply.face, { body: { image, agreed: await agreedTo(call, 'face') } })
}

async function fillProfile({ call }: ApiBorrower, profile: Profile): Promise<void> {
  await call(api.apply.submitProfile, { body: { ...api.apply.submitProfile.example.body, ...profile } })
}

async function submit({ call }: ApiBorrower): Promise<void> {
  await call(api.apply.submit, { body: { agreed: await agreedTo(call, 'apply') } })
}

/** Binds a card by the code that its bank sends to `mobile`. */
export async function bindCard({ call, mobile }: ApiBorrower, sandbox: Sandbox, number: number): Promise<void> {
  const before = await sandbox.codes(mobile)
  const { bindId } = await call(api.card.startBind, { body: { cardNumber: cardNumber(number), mobile } })
  const authCode = await sandbox.code(mobile, before)
  await call(api.card.confirmBind, { body: { bindId, authCode, agreed: await agreedTo(call, 'bindCard') } })
}

/** Buys a package of benefits and waits until it is in use. */
export async function buyBenefit(borrower: ApiBorrower, sandbox: Sandbox): Promise<number> {
  const { call, mobile } = borrower
  const { packages, cards } = await call(api.equity.packages)
  const order = { packageId: packages[0]?.packageId, cardId: cards[0]?.cardId }
  const authCode = await newCode(borrower, sandbox, { purpose: 'benefit', ...order })
  const body = { ...order, priceFen: packages[0]?.priceFen, authCode, agreed: await agreedTo(call, 'benefit') }
  const { orderId } = await call(api.equity.buy, { body, key: `benefit-${mobile}` })
  const status = async () => (await call(api.equity.order, { params: { id: orderId } })).status
  await expect.poll(status, { intervals: [250], timeout: 60_000 }).toBe(equityStatuses.inUse)
  return orderId
}

/** A quote whose cost sheet has been open long enough, signed. */
export async function signedQuote({ call }: ApiBorrower, { yuan, periods }: { yuan: number; periods: 3 | 6 | 9 | 12 }) {
  const quote = await call(api.borrow.quote, { body: { productId: 101, amountFen: yuan * 100, periods, use: '01' } })
  const agreed = quote.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
  await expect(async () => call(api.borrow.sign, { body: { quoteId: quote.quoteId, agreed } })).toPass({
    intervals: [250],
    timeout: 30_000,
  })
  return quote
}

/** Borrows and waits until the lender has answered. */
export async function takeLoan(
  stack: Pick<Stack, 'sandbox'>,
  borrower: ApiBorrower,
  wish: { yuan: number; periods: 3 | 6 | 9 | 12 },
): Promise<number> {
  const { quoteId } = await signedQuote(borrower, wish)
  return borrowBy(stack, borrower, quoteId)
}

/** Borrows by a signed quote, and waits until the lender has answered. */
export async function borrowBy(stack: Pick<Stack, 'sandbox'>, borrower: ApiBorrower, quoteId: number): Promise<number> {
  const sandbox = sandboxAt(stack.sandbox)
  const { call, mobile } = borrower
  const { cards } = await call(api.card.list)
  const order = { quoteId, cardId: cards[0]?.cardId }
  const authCode = await newCode(borrower, sandbox, { purpose: 'withdraw', ...order })
  const { loanId } = await call(api.borrow.borrow, {
    body: { ...order, authCode },
    key: `borrow-${mobile}-${quoteId}`,
  })
  await expect.poll(async () => (await call(api.loan.detail, { params: { id: loanId } })).status, { intervals: [250] }).not.toBe(1)
  return loanId
}

/**
 * Waits until a loan is as the days that have passed leave it. The date has moved when its days are closed and their debits ordered; what
 * comes of a debit, and the days after it, follow when the channel has told.
 */
export const loanBecomes = ({ call }: ApiBorrower, loanId: number, state: Partial<DataOf<Api['loan']['detail']>>) =>
  expect.poll(() => call(api.loan.detail, { params: { id: loanId } }), { timeout: 60_000 }).toMatchObject(state)

/** A code for an order, as its SMS shows it. */
export async function newCode({ call, mobile }: ApiBorrower, sandbox: Sandbox, order: Readonly<Record<string, unknown>>): Promise<string> {
  const before = await sandbox.codes(mobile)
  await call(api.session.sendCode, { body: order })
  return sandbox.code(mobile, before)
}

async function agreedTo(call: Call, scene: 'login' | 'idCard' | 'face' | 'apply' | 'bindCard' | 'benefit') {
  const { texts } = await call(api.agreement.current, { query: { scene } })
  return texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
}

function callAt(web: string, token: string | undefined): Call {
  return async <E extends Endpoint>(endpoint: E, { body, query, params = {}, key }: Given = {}) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
    const answer = await fetch(`${web}${constants.apiPrefix}${path}${search}`, {
      method: endpoint.method,
      headers: {
        ...(endpoint.method === 'POST' && { 'content-type': 'application/json' }),
        ...(token !== undefined && { 'X-User-Token': token }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      ...(endpoint.method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    // The server's own tests hold its answers to the contract.
    const envelope = (await answer.json()) as Envelope<DataOf<E>>
    if (envelope.code !== 0 || envelope.data === null)
      throw new Error(`${endpoint.path}: ${envelope.error ?? ''} ${envelope.msg} ${JSON.stringify(envelope.detail)}`)
    return envelope.data
  }
}
