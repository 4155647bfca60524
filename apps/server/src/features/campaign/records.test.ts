import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '#platform/test-borrower.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { published, withPacket } from './test-campaign.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('NF-02 R2.44 records are paged by key: one that arrives between two pages neither repeats nor hides another', async () => {
  const activityId = await published(server)
  const { userId, token } = await withPacket(server, activityId)
  const page = async (query: { after?: number } = {}) =>
    must(await server.call('campaign', 'records', { params: { id: activityId }, query }, { token }))
  const [received] = (await page()).items
  const packet = await server.db.selectFrom('red_packet').select('packet_id').where('user_id', '=', userId).executeTakeFirstOrThrow()
  const record = async () => {
    const entryId = server.deps.ids()
    const row = { user_id: userId, entry_id: entryId, packet_id: packet.packet_id, activity_id: activityId, kind: 'expired', amount_fen: 1 }
    await server.db
      .insertInto('red_packet_entry')
      .values({ ...row, at: server.clock.now() })
      .execute()
    return entryId
  }
  const entries: number[] = []
  for (let number = 0; number < 24; number += 1) entries.push(await record())
  const first = await page()
  await record()
  const second = await page({ after: first.next ?? 0 })
  expect([first.items.length, second.items.length, second.next]).toEqual([20, 5, null])
  expect([...first.items, ...second.items].map(({ entryId }) => entryId)).toEqual([...entries.toReversed(), received?.entryId])
})
