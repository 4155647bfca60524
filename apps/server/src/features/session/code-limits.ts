import { civilDateAt, instantAt } from '@fyh/base/dates.ts'
import { networkOf, siteOf } from '@fyh/serve/addresses.ts'
import type { SendLimit, WrongLimit } from '#platform/codes/code-counts.sql.ts'
import type { CodePurpose } from '#platform/codes/codes.sql.ts'
import { sendsDailyMax } from '#platform/codes/codes.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { phoneIndexesOf, phoneIndexOf } from './phones.ts'
import { loginAddresses } from './session.sql.ts'

/** Of those for the login, what one network may use up in which the phone's owner is not logged in. */
const strangerDailyMax = 5
/** Codes a day to a phone that others want to log in with. */
const newPhoneDailyMax = 5
/** Wrong codes a day for one phone: by strangers, from each of its owner's networks, and inside a session, each for itself. */
const wrongDailyMax = 20
/** Of the strangers' ones, what one network may use up. */
const strangerWrongDailyMax = 10
/** A whole IPv6 /48 has as much as so many of its networks; those in which the phone's owner is logged in do not count. */
const siteNetworks = 5
const hourMs = 3_600_000

type Asked = { readonly mobile: string; readonly purpose: CodePurpose; readonly address: string }

/**
 * What a code that is about to be sent counts towards. Codes inside a session go to the borrower's own phone and count by themselves, so no
 * stranger can use them up; nor can one who has login codes sent use up those of the networks in which the owner is logged in.
 */
export async function sendLimits(tx: Tx, deps: Deps, { mobile, purpose, address }: Asked): Promise<SendLimit[]> {
  const phone = phoneIndexOf(deps, mobile)
  if (purpose !== 'login' && purpose !== 'newPhone') return [{ kind: purpose, subject: phone, most: sendsDailyMax }]
  const network = networkOf(address)
  const ofAddress: SendLimit = { kind: 'address', subject: markOf(deps, network), most: deps.config.smsAddressDailyMax }
  // Anyone's phone, as at the login.
  if (purpose === 'newPhone')
    return [{ kind: 'newPhone', subject: phone, most: newPhoneDailyMax }, ofAddress, ...ofSite(deps, address, ofAddress)]
  if (await isKnownNetwork(tx, deps, { mobile, network }))
    return [{ kind: 'loginKnown', subject: markOf(deps, `${mobile}|${network}`), most: sendsDailyMax }, ofAddress]
  return [
    { kind: 'loginNetwork', subject: markOf(deps, `${mobile}|${network}`), most: strangerDailyMax },
    { kind: 'login', subject: phone, most: sendsDailyMax },
    ofAddress,
    ...ofSite(deps, address, ofAddress),
  ]
}

/** What a wrong code counts towards. `address` is only there where anyone may try: at the login. */
export async function wrongLimits(
  tx: Tx,
  deps: Deps,
  { mobile, address }: { mobile: string; address: string | undefined },
): Promise<WrongLimit[]> {
  const now = deps.clock.machineNow()
  const since = instantAt(civilDateAt(now), '00:00:00')
  const phone = { subject: phoneIndexOf(deps, mobile), since, most: wrongDailyMax }
  if (address === undefined) return [{ kind: 'session', ...phone }]
  const network = networkOf(address)
  const { smsWrongAddressDailyMax, smsWrongHourlyMax } = deps.config
  const ofAddress: WrongLimit = { kind: 'address', subject: markOf(deps, network), since, most: smsWrongAddressDailyMax }
  const ofPair = { kind: 'network', subject: markOf(deps, `${mobile}|${network}`), since } as const
  if (await isKnownNetwork(tx, deps, { mobile, network })) return [{ ...ofPair, most: wrongDailyMax }, ofAddress]
  const hour = new Date(now.getTime() - (now.getTime() % hourMs))
  return [
    { ...ofPair, most: strangerWrongDailyMax },
    { kind: 'stranger', ...phone },
    ofAddress,
    ...ofSite(deps, address, ofAddress),
    { kind: 'all', subject: Buffer.alloc(0), since: hour, most: smsWrongHourlyMax },
  ]
}

/** The limit of one address for the site it belongs to; without it, the networks of one site would use up what all strangers have together. */
function ofSite<Limit extends SendLimit | WrongLimit>(deps: Deps, address: string, ofAddress: Limit): Limit[] {
  const site = siteOf(address)
  return site === undefined ? [] : [{ ...ofAddress, subject: markOf(deps, site), most: ofAddress.most * siteNetworks }]
}

/** Whether the phone's owner is logged in from the network. */
export async function isKnownNetwork(tx: Tx, deps: Deps, { mobile, network }: { mobile: string; network: string }): Promise<boolean> {
  const addresses = await loginAddresses(tx, { phoneIndexes: phoneIndexesOf(deps, mobile), now: deps.clock.machineNow() })
  return addresses.some((address) => networkOf(address) === network)
}

export const markOf = ({ seal }: Pick<Deps, 'seal'>, text: string) => seal.blindIndex('address', text)
