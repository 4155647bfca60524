import { channelParty } from '@fyh/base/channel-party.ts'
import { maskMobile } from '@fyh/base/chinese-data.ts'
import { today } from '@fyh/base/dates.ts'
import { randomText } from '@fyh/base/ids.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { flow } from '@fyh/contract/flow.ts'
import type { ProductType } from '@fyh/contract/options.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { networkOf } from '@fyh/serve/addresses.ts'
import { fail } from '@fyh/serve/fail.ts'
import { z } from 'zod'
import type { Deps, Guest, Tx, User } from '#platform/deps.ts'
import { type AgreedTexts, borrowerOfPhone, logInByPhone, type SessionNeighbours, usableMobile } from '../session/session.ts'
import { allowsReturn, type Channel, type Channels, channelState } from './channels.ts'
import { addReference, countCall, lockReference, type Reference, useReference } from './references.sql.ts'

type Login = DataOf<typeof flow.agreeRefer>
type Answer = DataOf<typeof flow.loginRefer>

/** Two tabs, or a request that is sent again, get the same session; later, and on any other device, a reference has been used. */
export const twinWindowMs = 30_000
const addressMinuteMax = 120
const channelMinuteMax = 600
const minuteMs = 60_000

const randomLength = 24
const proofLength = 20
const shape = new RegExp(`^([A-Za-z0-9]{${randomLength}})([0-9a-f]{${proofLength}})$`)

export type FlowNeighbours = SessionNeighbours & {
  /** Whether a borrower has agreed to the texts of a login that are in force. */
  hasLoginTexts(tx: Tx, userId: number): Promise<boolean>
}

type Referral = {
  readonly channelCode: string
  /** In full, as `parseMobile` gives it. */
  readonly mobile: string
  readonly returnUrl?: string | undefined
  readonly lifeSeconds: number
}

/** Makes a reference for a customer of a channel. The phone is stored sealed, and the reference itself as a keyed hash. */
export async function makeReference(deps: Deps, channels: Channels, { channelCode, mobile, returnUrl, lifeSeconds }: Referral) {
  const { db, clock, seal, config } = deps
  const channel = channels.get(channelCode) ?? fail('CHANNEL_CLOSED')
  requireUnionLogin(deps, channel)
  if (config.isLive && !config.channelsWithSecret.has(channelParty(channelCode))) fail('CHANNEL_CLOSED')
  if (returnUrl !== undefined && !allowsReturn(channel, returnUrl)) fail('RETURN_ADDRESS_REFUSED')
  await requireTurn(deps, seal.blindIndex('channel', channelCode), channelMinuteMax)
  const random = randomText(randomLength)
  const loginRefer = `${random}${proofOf(seal.blindIndex('unionLoginProof', random))}`
  const referMark = seal.blindIndex('unionLogin', loginRefer)
  const expiresAt = new Date(clock.machineNow().getTime() + lifeSeconds * 1_000)
  const mobileSealed = seal.text(mobile, placeOf('mobile', referMark))
  await addReference(db, { referMark, channelCode, mobileSealed, returnUrl: returnUrl ?? null, expiresAt })
  return { loginRefer, expiresAt }
}

type Exchange = {
  readonly loginRefer: string
  readonly guest: Guest
  /** What the person agreed to; undefined before they were asked. */
  readonly consent?: {
    readonly agreed: AgreedTexts
    readonly brand: ProductType
    readonly firstChannelCode?: string | undefined
    readonly inviteCode?: string | undefined
  }
}

/**
 * Exchanges a reference for a session, once over all nodes. Without consent it asks for it where the phone is not registered yet or the texts
 * of the login have changed, and before it takes the place of another login; the reference then stays good. Fails as the endpoint declares.
 */
export async function exchangeReference(deps: Deps, channels: Channels, neighbours: FlowNeighbours, asked: Exchange): Promise<Answer> {
  const { seal } = deps
  await requireTurn(deps, seal.blindIndex('address', networkOf(asked.guest.address)), addressMinuteMax)
  const loggedIn = await asked.guest.user?.()
  const [, random = '', proof] = shape.exec(asked.loginRefer) ?? fail('LOGIN_REFER_WRONG')
  if (!seal.blindIndexes('unionLoginProof', random).some((index) => proofOf(index) === proof)) fail('LOGIN_REFER_WRONG')
  return transaction(deps.db, async (tx) => {
    const reference = await lockReference(tx, seal.blindIndexes('unionLogin', asked.loginRefer))
    // Its proof held, so it was made here; a row that is gone was forgotten after its time.
    if (reference === undefined) return fail('LOGIN_REFER_EXPIRED')
    if (reference.usedAt !== null) return twinsAnswer(deps, reference, asked.guest)
    if (reference.expiresAt <= deps.clock.machineNow()) return fail('LOGIN_REFER_EXPIRED')
    return exchangeLocked(tx, deps, { channel: openChannel(deps, channels, reference), reference, neighbours, loggedIn, ...asked })
  })
}

type Locked = Exchange & {
  readonly channel: Channel
  readonly reference: Reference
  readonly neighbours: FlowNeighbours
  readonly loggedIn: User | undefined
}

async function exchangeLocked(tx: Tx, deps: Deps, { channel, reference, neighbours, loggedIn, guest, consent }: Locked): Promise<Answer> {
  const { seal, clock } = deps
  const { referMark, channelCode, mobileSealed, returnUrl } = reference
  if (mobileSealed === null) return fail('LOGIN_REFER_USED')
  const mobile = await usableMobile(deps, seal.openText(mobileSealed, placeOf('mobile', referMark)))
  const known = await borrowerOfPhone(tx, deps, mobile)
  const agreed = known !== undefined && (await neighbours.hasLoginTexts(tx, known)) ? 'before' : consent?.agreed
  const shown = { mobileMask: maskMobile(mobile), channelName: channel.name[guest.language] }
  if (agreed === undefined) return { state: 'consent', ...shown }
  if (consent === undefined && loggedIn !== undefined && loggedIn.userId !== known) return { state: 'switch', ...shown }
  const login = await logInByPhone(tx, deps, neighbours, {
    mobile,
    guest: { ...guest, channelCode },
    brand: consent?.brand,
    firstChannelCode: consent?.firstChannelCode,
    inviteCode: consent?.inviteCode,
    agreed,
  })
  const answer: Login = { state: 'login', ...login, channelCode, returnUrl }
  const answerSealed = seal.text(JSON.stringify(answer), placeOf('answer', referMark))
  await useReference(tx, { referMark, usedAt: clock.machineNow(), deviceMark: deviceMarkOf(deps, guest), answerSealed })
  return answer
}

function twinsAnswer(deps: Deps, { referMark, usedAt, deviceMark, answerSealed }: Reference, guest: Guest): Login {
  const { seal, clock } = deps
  const isTwin = usedAt !== null && clock.machineNow().getTime() - usedAt.getTime() < twinWindowMs
  if (!isTwin || answerSealed === null || deviceMark === null || !deviceMark.equals(deviceMarkOf(deps, guest)))
    return fail('LOGIN_REFER_USED')
  return loginShape.parse(JSON.parse(seal.openText(answerSealed, placeOf('answer', referMark))))
}

const loginShape: z.ZodType<Login> = z.object({
  state: z.literal('login'),
  token: z.string(),
  isNew: z.boolean(),
  user: z.object({ userId: z.int(), mobile: z.string(), name: z.string().nullable() }),
  channelCode: z.string(),
  returnUrl: z.string().nullable(),
})

function openChannel({ clock }: Pick<Deps, 'clock'>, channels: Channels, { channelCode }: Reference): Channel {
  const channel = channels.get(channelCode) ?? fail('CHANNEL_CLOSED')
  requireUnionLogin({ clock }, channel)
  return channel
}

function requireUnionLogin({ clock }: Pick<Deps, 'clock'>, channel: Channel): void {
  if (!channel.unionLogin || channelState(channel, today(clock)) !== 'open') fail('CHANNEL_CLOSED')
}

async function requireTurn({ db, clock }: Pick<Deps, 'db' | 'clock'>, subjectMark: Buffer, most: number): Promise<void> {
  const minute = new Date(Math.floor(clock.machineNow().getTime() / minuteMs) * minuteMs)
  if ((await countCall(db, { subjectMark, minute })) > most) fail('BUSY')
}

const proofOf = (index: Buffer): string => index.toString('hex').slice(0, proofLength)
const deviceMarkOf = ({ seal }: Pick<Deps, 'seal'>, { address, device }: Guest) =>
  seal.blindIndex('unionLoginDevice', `${address}|${device}`)
const placeOf = (column: 'mobile' | 'answer', referMark: Buffer) => ({ table: 'union_login', column, row: referMark.toString('hex') })
