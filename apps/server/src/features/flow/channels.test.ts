import { civilDate } from '@fyh/base/dates.ts'
import { expect, test } from 'vitest'
import { allowsReturn, channelState, channelsFolder, parseChannel, readChannels, returnHosts } from './channels.ts'

const channelWith = (more: object) =>
  parseChannel({ channelCode: 'trip', name: { 'zh-cn': '出行', 'en-us': 'Trips' }, ...more }, 'trip.json')

test('a channel is open on the days of its window, the first and the last included, and never once it is closed', () => {
  const season = channelWith({ openFrom: '2026-12-10', openUntil: '2026-12-31' })
  const states = ['2026-12-09', '2026-12-10', '2026-12-31', '2027-01-01'].map((on) => channelState(season, civilDate(on)))
  expect(states).toEqual(['notYet', 'open', 'open', 'over'])
  expect(channelState(channelWith({ closed: true, openFrom: '2026-12-10' }), civilDate('2026-12-20'))).toBe('closed')
  expect(channelState(channelWith({}), civilDate('2026-12-20'))).toBe('open')
})

test.each([
  ['https://trip.example.com/credit', true],
  ['https://trip.example.com/credit?from=fyh#end', true],
  ['https://trip.example.com/credit/done', true],
  ['https://trip.example.com/creditors', false],
  ['https://trip.example.com/', false],
  ['https://trip.example.com/credit/../admin', false],
  ['http://trip.example.com/credit', false],
  ['https://trip.example.com.evil.example/credit', false],
  ['https://trip.example.com@evil.example/credit', false],
  ['https://evil.example/https://trip.example.com/credit', false],
  ['//trip.example.com/credit', false],
  ['javascript:alert(1)', false],
])('R7.22 a visit returns to an allowed address and what is below it alone: %s', (address, allowed) => {
  expect(allowsReturn(channelWith({ returnAddresses: ['https://trip.example.com/credit'] }), address)).toBe(allowed)
})

test.each([
  [{ openFrom: '2026-12-31', openUntil: '2026-12-10' }, 'closes before it opens'],
  [{ returnAddresses: ['http://trip.example.com'] }, 'is not a valid channel'],
  [{ ownPage: { institution: { 'zh-cn': '行', 'en-us': 'Bank' }, address: 'javascript:alert(1)' } }, 'should begin with https'],
  [{ limit: 1 }, 'is not a valid channel'],
])('a channel that makes no sense stops the start by its file: %j', (more, fault) => {
  expect(() => channelWith(more)).toThrow(fault)
  expect(() => channelWith(more)).toThrow('trip.json')
})

test('production leaves the examples out, and keeps our own ways in', () => {
  expect([...readChannels(channelsFolder, { isLive: true }).keys()].toSorted()).toEqual(['FYH-mini', 'fyh'])
  const all = readChannels(channelsFolder, { isLive: false })
  expect(all.has('demo-trip')).toBe(true)
  expect(returnHosts(all)).toEqual(['trip.example.com'])
})
