/** A channel as an outside party: the name of its secret, such as `channel_DEMO_TRIP` of the channel code `demo-trip`. */
export type ChannelParty = `channel_${string}`

const pattern = /^channel_[A-Z][A-Z\d_]{0,39}$/

/** Hyphens become underscores and letters capitals, because names of settings hold no others. Channels whose parties are equal can't be published together. */
export const channelParty = (channelCode: string): ChannelParty => `channel_${channelCode.toUpperCase().replace(/-/g, '_')}`

export const isChannelParty = (name: string): name is ChannelParty => pattern.test(name)

/** A channel code: letters, digits, hyphens and underscores, a letter first. */
export const channelCodePattern = /^[A-Za-z][\w-]{0,39}$/

/**
 * Returns the settings `CHANNEL_SECRET_<CODE>` by party. Empty means not set. Throws an error that names a setting that ends in no channel
 * code.
 */
export function channelSettings(environment: Readonly<Record<string, string | undefined>>): Map<ChannelParty, string> {
  const settings = new Map<ChannelParty, string>()
  for (const [setting, value] of Object.entries(environment)) {
    if (!setting.startsWith('CHANNEL_SECRET_') || value === undefined || value === '') continue
    const party = `channel_${setting.slice('CHANNEL_SECRET_'.length)}`
    if (!isChannelParty(party)) throw new Error(`${setting} ends in no channel code, as CHANNEL_SECRET_DEMO_TRIP does`)
    settings.set(party, value)
  }
  return settings
}
