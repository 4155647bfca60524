import { assert } from '@fyh/base/assert.ts'
import { civilDate } from '@fyh/base/dates.ts'
import type { AgreementScene } from '@fyh/contract/agreement.ts'
import type { Envelope } from '@fyh/contract/endpoint.ts'
import { type ScriptedProviders, scriptedBankCode } from '../providers/scripted.ts'
import type { Call } from './test-server.ts'

export type TestBorrower = {
  readonly userId: number
  readonly token: string
  readonly mobile: string
  readonly address: string
  readonly cardId: number | undefined
}
export type BorrowerProgress = 'login' | 'identity' | 'limit' | 'card'

type Caller = { readonly call: Call; readonly providers: ScriptedProviders }

/** Smallest picture that counts as one: what it is is judged by its first bytes. */
export const testPhoto = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(28)]).toString('base64')

/** Brings the n-th borrower of a server through the real endpoints as far as asked. Everything about them is made up. */
export async function makeBorrower(server: Caller, number: number, upTo: BorrowerProgress): Promise<TestBorrower> {
  const borrower = await logIn(server, number)
  if (upTo !== 'login') await verifyIdentity(server, borrower, number)
  if (upTo === 'limit' || upTo === 'card') await obtainLimit(server, borrower)
  return { ...borrower, cardId: upTo === 'card' ? await bindCard(server, borrower, number) : undefined }
}

/** The one-time code sent last to a phone. */
export function lastCodeOf({ providers }: Pick<Caller, 'providers'>, mobile: string): string {
  const text = providers.sms.send.calls.findLast((call) => call.mobile === mobile && call.template.startsWith('code.'))?.text ?? ''
  return /\d{4,8}/.exec(text)?.[0] ?? ''
}

/** Every text of a scene, agreed to as the page would send it. */
export async function agreedTo({ call }: Pick<Caller, 'call'>, scene: Exclude<AgreementScene, 'borrow' | 'partner'>) {
  const { texts } = must(await call('agreement', 'current', { query: { scene } }))
  return texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
}

/** The data of an answer that must not be a refusal. */
export function must<Data>(answer: Envelope<Data>): Data {
  assert(answer.code === 0 && answer.data !== null, `refused: ${answer.error} ${answer.msg} ${JSON.stringify(answer.detail)}`)
  return answer.data
}

async function logIn(server: Caller, number: number) {
  const mobile = `1380000${String(9_999 - number).padStart(4, '0')}`
  const address = `10.1.${Math.floor(number / 250)}.${number % 250}`
  must(await server.call('session', 'sendCode', { body: { mobile, purpose: 'login' } }, { address }))
  const body = { mobile, authCode: lastCodeOf(server, mobile), agreed: await agreedTo(server, 'login') }
  const { token, user } = must(await server.call('session', 'registerAndLogin', { body }, { address }))
  return { userId: user.userId, token, mobile, address }
}

async function verifyIdentity(server: Caller, { token }: { token: string }, number: number): Promise<void> {
  const agreed = await agreedTo(server, 'idCard')
  for (const side of ['front', 'back'] as const)
    must(await server.call('apply', 'readIdCard', { body: { side, image: testPhoto, agreed } }, { token }))
  const body = { name: '测试', idNumber: idNumberOf(number), validFrom: civilDate('2016-03-07'), validTo: civilDate('2036-03-07') }
  must(await server.call('apply', 'confirmIdentity', { body }, { token }))
  must(await server.call('apply', 'face', { body: { image: testPhoto, agreed: await agreedTo(server, 'face') } }, { token }))
}

/** Takes the usual profile to an approved limit. */
export async function obtainLimit(server: Caller, { token }: { token: string }): Promise<void> {
  must(await server.call('apply', 'submitProfile', { body: goodProfile }, { token }))
  const { state } = must(await server.call('apply', 'submit', { body: { agreed: await agreedTo(server, 'apply') } }, { token }))
  assert(state === 'approved', `the test profile was not approved: ${state}`)
}

/** Binds a card whose number ends with `number`; the borrower's first one is the default. */
export async function bindCard(
  server: Caller,
  { token, mobile, address }: { token: string; mobile: string; address: string },
  number: number,
): Promise<number> {
  const cardNumber = `62220200000${String(number).padStart(5, '0')}`
  const { bindId } = must(await server.call('card', 'startBind', { body: { cardNumber, mobile } }, { token, address }))
  const body = { bindId, authCode: scriptedBankCode, agreed: await agreedTo(server, 'bindCard') }
  return must(await server.call('card', 'confirmBind', { body }, { token })).cardId
}

export const goodProfile = {
  education: '05',
  marital: '1',
  occupation: '2',
  trade: '7',
  income: '4',
  employer: '示例公司',
  areaCode: '110101',
  address: '示例路 1 号',
  email: '',
  contactOne: { relation: '02', name: '测试甲', mobile: '13800000001' },
  contactTwo: { relation: '06', name: '测试乙', mobile: '13800000002' },
} as const

/** The n-th number of one made-up birthday, its check digit by GB 11643. */
function idNumberOf(number: number): string {
  const body = `11010119900307${String(number).padStart(3, '0')}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, at) => total + weight * Number(body[at]), 0)
  return `${body}${'10X98765432'[sum % 11]}`
}
