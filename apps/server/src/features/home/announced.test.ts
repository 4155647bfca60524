import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '#platform/test-borrower.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { endAnnouncement, publishAnnouncement } from '../service/service.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

const publish = (kind: 'notice' | 'banner', audience: 'all' | 'guest' | 'user') =>
  publishAnnouncement(server.deps, {
    by: 'operator',
    json: JSON.stringify({
      kind,
      audience,
      from: '2026-11-01T00:00:00.000Z',
      until: '2027-11-01T00:00:00.000Z',
      title: { 'zh-cn': `${audience}的${kind}`, 'en-us': `${kind} for ${audience}` },
      body: { 'zh-cn': '内容', 'en-us': 'Text' },
    }),
  })

test('R7.12 R7.13 home shows each reader the announcements of its audience, in its language, until they end', async () => {
  const borrower = await server.newBorrower({ upTo: 'login' })
  const guest = async () => must(await server.call('home', 'tourist', { body: {} })).announcements.map(({ title }) => title)
  const own = async () => must(await server.call('home', 'fyhHome', { body: {} }, borrower)).announcements.map(({ title }) => title)
  expect([await guest(), await own()]).toEqual([[], []])
  const toAll = await publish('notice', 'all')
  await publish('banner', 'guest')
  await publish('banner', 'user')
  expect((await guest()).toSorted()).toEqual(['all的notice', 'guest的banner'])
  expect((await own()).toSorted()).toEqual(['all的notice', 'user的banner'])
  await endAnnouncement(server.deps, { announcementId: toAll, by: 'operator' })
  expect(await guest()).toEqual(['guest的banner'])
})

test('R7.12 R2.28 a borrower who turned promotions off gets no banner on home', async () => {
  const borrower = await server.newBorrower({ upTo: 'login' })
  const kinds = async () => must(await server.call('home', 'fyhHome', { body: {} }, borrower)).announcements.map(({ kind }) => kind)
  expect(await kinds()).toContain('banner')
  must(await server.call('message', 'choose', { body: { promotions: false } }, borrower))
  expect(await kinds()).not.toContain('banner')
})
