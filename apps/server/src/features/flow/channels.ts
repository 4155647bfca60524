import { readdirSync, readFileSync } from 'node:fs'
import { assert } from '@fyh/base/assert.ts'
import { channelCodePattern, channelParty } from '@fyh/base/channel-party.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { day, fenAmount } from '@fyh/contract/shapes.ts'
import { z } from 'zod'

const names = z.strictObject({ 'zh-cn': z.string().min(1), 'en-us': z.string().min(1) }) satisfies z.ZodType<Record<Language, string>>
/** An address under which a stand-in's page is found: `sandbox:` stands for the address of the sandbox. */
const pageAddress = z.string().regex(/^(https:\/\/|sandbox:\/)[\x21-\x7e]+$/, 'should begin with https:// or sandbox:/')

/** One channel, as its file in `published` has it. */
const channelSchema = z.strictObject({
  channelCode: z.string().regex(channelCodePattern),
  name: names,
  /** Our own way in: no partner is behind it, so the landing page names none. */
  isDirect: z.boolean().default(false),
  /** An example, which production leaves out. */
  isExample: z.boolean().default(false),
  /** Closed for good, whatever its window says. */
  closed: z.boolean().default(false),
  /** First and last day on which it brings customers, in Asia/Shanghai. */
  openFrom: day.optional(),
  openUntil: day.optional(),
  /** A smaller limit than the general one, shown as the offer. */
  offer: z.strictObject({ limitMaxFen: fenAmount }).optional(),
  /** Visitors go on to an institution's own page, and not to ours. */
  ownPage: z.strictObject({ institution: names, address: pageAddress }).optional(),
  /** Whether its customers may log in by reference. */
  unionLogin: z.boolean().default(false),
  /** Addresses, with what follows them, to which a visit may be sent back. */
  returnAddresses: z.array(z.url({ protocol: /^https$/ })).default([]),
})
export type Channel = z.output<typeof channelSchema>
export type ChannelState = 'open' | 'closed' | 'notYet' | 'over'
export type Channels = ReadonlyMap<string, Channel>

export const channelsFolder = new URL('./published/', import.meta.url)

/** Reads the channels from a folder of JSON files, one each. A malformed file, or two channels that would share a secret, stop the start by name. */
export function readChannels(folder: URL, { isLive }: { readonly isLive: boolean }): Channels {
  const channels = new Map<string, Channel>()
  const parties = new Map<string, string>()
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const channel = parseChannel(JSON.parse(readFileSync(new URL(name, folder), 'utf8')), name)
    assert(name === `${channel.channelCode}.json`, `${name} is not named by its channel code, ${channel.channelCode}.json`)
    const party = channelParty(channel.channelCode)
    const other = parties.get(party)
    assert(other === undefined, `${name} and ${other}.json would share the secret of ${party}`)
    parties.set(party, channel.channelCode)
    if (!(isLive && channel.isExample)) channels.set(channel.channelCode, channel)
  }
  return channels
}

/** Checks one channel; `name` says in a failure where it came from. */
export function parseChannel(content: unknown, name: string): Channel {
  const { data, error } = channelSchema.safeParse(content)
  assert(data !== undefined, `${name} is not a valid channel: ${error?.message}`)
  assert(data.openFrom === undefined || data.openUntil === undefined || data.openFrom <= data.openUntil, `${name} closes before it opens`)
  return data
}

export function channelState({ closed, openFrom, openUntil }: Channel, on: CivilDate): ChannelState {
  if (closed) return 'closed'
  if (openFrom !== undefined && on < openFrom) return 'notYet'
  return openUntil !== undefined && on > openUntil ? 'over' : 'open'
}

/** Whether a visit may be sent back to an address: an allowed one, or a path or query below it. */
export function allowsReturn({ returnAddresses }: Channel, address: string): boolean {
  const asked = URL.parse(address)
  if (asked === null || asked.username !== '' || asked.password !== '') return false
  return returnAddresses.some((allowed) => {
    const { origin, pathname } = new URL(allowed)
    return (
      asked.origin === origin &&
      (asked.pathname === pathname || asked.pathname.startsWith(pathname.endsWith('/') ? pathname : `${pathname}/`))
    )
  })
}

/** Hosts to which pages may lead back, over all channels. */
export const returnHosts = (channels: Channels): string[] => [
  ...new Set([...channels.values()].flatMap(({ returnAddresses }) => returnAddresses.map((address) => new URL(address).host))),
]
