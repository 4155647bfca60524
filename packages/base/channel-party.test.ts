import { expect, test } from 'vitest'
import { channelParty, channelSettings, isChannelParty } from './channel-party.ts'
import { channelSecrets, partySecrets } from './vendor-parties.ts'

const shape = {
  safeParse: (value: string) =>
    value.length < 32
      ? ({ success: false, error: { issues: [{ message: 'should be longer' }] } } as const)
      : ({ success: true, data: value } as const),
}

test('a channel code names its party and the setting of its secret', () => {
  expect(channelParty('demo-trip')).toBe('channel_DEMO_TRIP')
  expect(isChannelParty(channelParty('FYH-mini'))).toBe(true)
  expect(isChannelParty('channel_')).toBe(false)
  expect(Object.fromEntries(channelSettings({ CHANNEL_SECRET_DEMO_TRIP: 's', CHANNEL_SECRET_OTHER: '', PORT: '1' }))).toEqual({
    channel_DEMO_TRIP: 's',
  })
  expect(() => channelSettings({ CHANNEL_SECRET_: 's' })).toThrow('CHANNEL_SECRET_ ends in no channel code')
})

test('a secret that is too short is refused by its setting, and two channels never share one', () => {
  expect(() => channelSecrets({ CHANNEL_SECRET_A: 'short' }, shape)).toThrow('CHANNEL_SECRET_A: should be longer')
  const shared = 'x'.repeat(32)
  const secrets = channelSecrets({ CHANNEL_SECRET_A: shared, CHANNEL_SECRET_B: shared }, shape)
  expect(() => partySecrets({ VENDOR_SECRET: 'v'.repeat(32), VENDOR_SECRETS_RETIRED: [], channelSecrets: secrets })).toThrow(
    'channel_A and channel_B share a secret',
  )
})
