import { assert } from '@fyh/base/assert.ts'
import { checkDigitOf } from '@fyh/base/chinese-data.ts'
import { civilDate } from '@fyh/base/dates.ts'
import type { AgreementScene } from '@fyh/contract/agreement.ts'
import type { TestServer } from '#platform/test-server.ts'
import type { Profile } from './profile-rules.ts'

export type Applicant = { token: string; userId: number; mobile: string; idNumber: string }
export type UpTo = 'login' | 'photos' | 'identity' | 'face' | 'profile' | 'decision'

export const pictures = {
  jpeg: Buffer.from(`ffd8ffe0${'00'.repeat(40)}`, 'hex').toString('base64'),
  png: Buffer.from(`89504e470d0a1a0a${'00'.repeat(40)}`, 'hex').toString('base64'),
  webp: Buffer.from(`52494646${'00'.repeat(4)}57454250${'00'.repeat(40)}`, 'hex').toString('base64'),
}

/** Approved at once: 325 points, 47,500 yuan at 14.4 % a year. */
export const goodProfile: Profile = {
  education: '05',
  marital: '1',
  occupation: '2',
  trade: '7',
  income: '4',
  employer: '示例公司',
  areaCode: '110101',
  address: '示例路 1 号',
  email: '',
  contactOne: { relation: '02', name: '测试甲', mobile: '13800008001' },
  contactTwo: { relation: '06', name: '测试乙', mobile: '13800008002' },
}
const weak = { education: '01', trade: '21', employer: '' } as const
/** In review, then approved at the second look. */
export const reviewedProfile: Profile = { ...goodProfile, ...weak, occupation: '6', income: '3' }
/** In review, then refused at the second look. */
export const doubtfulProfile: Profile = { ...goodProfile, ...weak, occupation: '4', income: '2' }
/** Refused by its score, approved when a person looks at it. */
export const weakProfile: Profile = { ...goodProfile, ...weak, occupation: '6', income: '2' }
export const studentProfile: Profile = { ...goodProfile, occupation: '5', employer: '' }

/** Takes made-up people through the application over HTTP, each with a phone, an address and an id number of their own. */
export function applicants(server: TestServer) {
  let count = 0
  const agreedFor = async (scene: Exclude<AgreementScene, 'borrow' | 'partner'>) =>
    (await server.call('agreement', 'current', { query: { scene } })).data?.texts ?? []

  async function logIn(): Promise<Applicant> {
    count += 1
    const own = count
    const mobile = `1380001${String(own).padStart(4, '0')}`
    const address = `10.1.${Math.floor(own / 250)}.${own % 250}`
    await server.call('session', 'sendCode', { body: { mobile, purpose: 'login' } }, { address })
    const authCode = /\d{4}/.exec(server.providers.sms.send.calls.findLast((call) => call.mobile === mobile)?.text ?? '')?.[0] ?? ''
    const { data } = await server.call(
      'session',
      'registerAndLogin',
      { body: { mobile, authCode, agreed: await agreedFor('login') } },
      { address },
    )
    assert(data, 'a made-up borrower can log in')
    return { token: data.token, userId: data.user.userId, mobile, idNumber: idNumberOf({ birth: '19900307', sequence: own }) }
  }

  async function takePhotos({ token }: Applicant) {
    for (const side of ['front', 'back'] as const)
      await done(server.call('apply', 'readIdCard', { body: { side, image: pictures.jpeg, agreed: await agreedFor('idCard') } }, { token }))
  }
  const identityBody = ({ idNumber }: Applicant) => ({
    name: '测试',
    idNumber,
    validFrom: civilDate('2016-03-07'),
    validTo: civilDate('2036-03-07'),
  })
  const confirmIdentity = (who: Applicant, other: object = {}) =>
    server.call('apply', 'confirmIdentity', { body: { ...identityBody(who), ...other } }, who)
  const passFace = async (who: Applicant) =>
    server.call('apply', 'face', { body: { image: pictures.jpeg, agreed: await agreedFor('face') } }, who)
  const submit = async (who: Applicant) => server.call('apply', 'submit', { body: { agreed: await agreedFor('apply') } }, who)

  async function applicant({ upTo, profile = goodProfile, idNumber }: { upTo: UpTo; profile?: Profile; idNumber?: string }) {
    const loggedIn = await logIn()
    const who = idNumber === undefined ? loggedIn : { ...loggedIn, idNumber }
    const steps: [UpTo, () => Promise<unknown>][] = [
      ['login', async () => undefined],
      ['photos', () => takePhotos(who)],
      ['identity', () => done(confirmIdentity(who))],
      ['face', () => done(passFace(who))],
      ['profile', () => done(server.call('apply', 'submitProfile', { body: profile }, who))],
      ['decision', () => done(submit(who))],
    ]
    for (const [step, take] of steps) {
      await take()
      if (step === upTo) break
    }
    return who
  }
  return { applicant, agreedFor, confirmIdentity, passFace, submit, takePhotos }
}

/** A valid number of nobody: a made-up day of birth and sequence in a district of Beijing. */
export function idNumberOf({ birth, sequence, district = '110101' }: { birth: string; sequence: number; district?: string }): string {
  const start = `${district}${birth}${String(sequence % 1000).padStart(3, '0')}`
  return `${start}${checkDigitOf(start)}`
}

async function done(call: Promise<{ code: number; msg: string }>): Promise<void> {
  const { code, msg } = await call
  assert(code === 0, `a made-up borrower was refused: ${msg}`)
}
