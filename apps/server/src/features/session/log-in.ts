import { maskMobile } from '@fyh/base/chinese-data.ts'
import type { ProductType } from '@fyh/contract/options.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Deps, Guest, Tx } from '#platform/deps.ts'
import { mobileOf, mobilePlace, phoneIndexesOf } from './phones.ts'
import type { AgreedTexts, SessionNeighbours } from './session.handlers.ts'
import { addBorrower, borrowerByPhone, takePhone, writeAddressing } from './session.sql.ts'
import { startSession } from './tokens.ts'

type Login = {
  /** Proved to be the person's, by a code or by a partner's reference. */
  readonly mobile: string
  readonly guest: Guest
  /** Undefined keeps that of the visit before; a new account needs none. */
  readonly brand: ProductType | undefined
  /** The channel of the browser's first visit; undefined where it is not known. */
  readonly firstChannelCode: string | undefined
  /** The code of the invite link that led here, if one did. */
  readonly inviteCode?: string | undefined
  /** 'before': the borrower is known to have agreed to the texts in force. */
  readonly agreed: AgreedTexts | 'before'
}

/**
 * Logs in the owner of a phone and registers on first use. Fails AGREEMENT_REQUIRED or AGREEMENT_OUTDATED without the texts of the login,
 * and CHANNEL_CLOSED where a new account would come through a channel that is closed.
 */
export async function logInByPhone(tx: Tx, deps: Deps, neighbours: SessionNeighbours, { agreed, ...login }: Login) {
  const { mobile, guest } = login
  const { userId, isNew } = await findOrRegister(tx, deps, neighbours, login)
  if (agreed !== 'before') await neighbours.requireLoginTexts(tx, { userId, agreed, ctx: guest })
  if (isNew) await neighbours.welcome(tx, userId)
  if (login.inviteCode !== undefined) await neighbours.invited(tx, { userId, isNew, inviteCode: login.inviteCode })
  const token = await startSession(tx, deps, userId, guest)
  return { token, isNew, user: { userId, mobile: maskMobile(mobile), name: await neighbours.maskedNameOf(tx, userId) } }
}

/** Who a borrower is on the screens: the phone masked, the name masked and null before it was verified. */
export async function shownUser(deps: Pick<Deps, 'db' | 'seal'>, neighbours: Pick<SessionNeighbours, 'maskedNameOf'>, userId: number) {
  const mobile = maskMobile(await mobileOf(deps.db, deps, userId))
  return { userId, mobile, name: await neighbours.maskedNameOf(deps.db, userId) }
}

/** The borrower of a phone; undefined where it is not registered. */
export function borrowerOfPhone(tx: Tx, deps: Pick<Deps, 'seal'>, mobile: string): Promise<number | undefined> {
  return borrowerByPhone(tx, phoneIndexesOf(deps, mobile))
}

async function findOrRegister(
  tx: Tx,
  deps: Deps,
  neighbours: Pick<SessionNeighbours, 'requireOpenChannel'>,
  { mobile, guest, brand, firstChannelCode }: Omit<Login, 'agreed'>,
): Promise<{ userId: number; isNew: boolean }> {
  const { channelCode, language } = guest
  const returning = async (userId: number) => {
    await writeAddressing(tx, userId, { language, ...(brand !== undefined && { brand }) })
    return { userId, isNew: false }
  }
  const phoneIndexes = phoneIndexesOf(deps, mobile)
  const known = await borrowerByPhone(tx, phoneIndexes)
  if (known !== undefined) return returning(known)
  neighbours.requireOpenChannel(channelCode)
  const userId = deps.ids()
  if (!(await takePhone(tx, phoneIndexes, userId))) return returning((await borrowerByPhone(tx, phoneIndexes)) ?? fail('BUSY'))
  const channels = { channelCode, firstChannelCode: firstChannelCode ?? channelCode }
  const mobileSealed = deps.seal.text(mobile, mobilePlace(userId))
  await addBorrower(tx, { userId, mobileSealed, ...channels, language, brand: brand ?? 'fyh', registeredAt: deps.clock.now() })
  return { userId, isNew: true }
}
