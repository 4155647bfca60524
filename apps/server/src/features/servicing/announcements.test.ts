import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { announcementsMax } from '@fyh/contract/service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '#platform/test-borrower.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { service } from './servicing.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await testServer()
  folder = await mkdtemp(join(tmpdir(), 'announcements-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const window = { from: '2026-11-27T00:00:00+08:00', until: '2026-11-29T00:00:00+08:00' }
const words = { title: { 'zh-cn': '系统维护', 'en-us': 'Maintenance' }, body: { 'zh-cn': '今晚维护。', 'en-us': 'Tonight.' } }

async function run(...args: string[]): Promise<string[]> {
  const said: string[] = []
  await service(server.deps, args, (line) => said.push(line))
  return said
}
async function publish(change: object): Promise<string> {
  const file = join(folder, 'one.json')
  await writeFile(file, JSON.stringify({ kind: 'notice', audience: 'all', ...window, ...words, ...change }))
  const [said = ''] = await run('announcement-publish', '--file', file, '--by', 'operator 7')
  return said.replace(/\D/g, '')
}
const seen = async (given: Parameters<typeof server.call>[3] = {}) =>
  must(await server.call('service', 'announcements', {}, given)).items.map(({ title, kind }) => `${kind} ${title}`)

test('an announcement is shown to its audience, in the reader’s language, inside its window and until it is ended', async () => {
  const { token } = await server.newBorrower({ upTo: 'login' })
  const id = await publish({})
  await publish({ audience: 'guest', title: { 'zh-cn': '游客', 'en-us': 'Guests' } })
  await publish({ audience: 'user', title: { 'zh-cn': '用户', 'en-us': 'Users' } })
  await publish({ from: '2026-11-28T00:00:00+08:00' })
  expect(await seen()).toEqual(['notice 游客', 'notice 系统维护'])
  expect(await seen({ token })).toEqual(['notice 用户', 'notice 系统维护'])
  expect(await seen({ headers: { 'accept-language': 'en-US' } })).toEqual(['notice Guests', 'notice Maintenance'])
  expect((await run('announcements')).join('\n')).toContain(`${id} notice for all`)
  await run('announcement-end', '--id', id, '--by', 'operator 7')
  expect(await seen()).toEqual(['notice 游客'])
  await expect(run('announcement-end', '--id', id, '--by', 'operator 7')).rejects.toThrow('ended before')
})

test('a borrower who turns promotions off sees no banner, and a guest still does', async () => {
  const { token } = await server.newBorrower({ upTo: 'login' })
  await publish({ kind: 'banner', title: { 'zh-cn': '新功能', 'en-us': 'New' } })
  expect(await seen({ token })).toContain('banner 新功能')
  expect(must(await server.call('message', 'choices', {}, { token }))).toEqual({ promotions: true })
  expect(must(await server.call('message', 'choose', { body: { promotions: false } }, { token }))).toEqual({ promotions: false })
  expect(must(await server.call('message', 'choices', {}, { token }))).toEqual({ promotions: false })
  expect(await seen({ token })).not.toContain('banner 新功能')
  expect(await seen()).toContain('banner 新功能')
  must(await server.call('message', 'choose', { body: { promotions: true } }, { token }))
  expect(await seen({ token })).toContain('banner 新功能')
})

test.each([
  [{ until: window.from }, 'until'],
  [{ kind: 'popup' }, 'kind'],
  [{ title: { 'zh-cn': '只有中文' } }, 'title.en-us'],
  [{ target: 'https://example.com' }, 'target'],
  [{ link: '/x' }, 'link'],
])('a file with %j is not published, and what is wrong is named', async (change, named) => {
  await expect(publish(change)).rejects.toThrow(named)
})

test('who publishes and ends is named, and the file is JSON', async () => {
  const file = join(folder, 'broken.json')
  await writeFile(file, '{')
  await expect(run('announcement-publish', '--file', file, '--by', 'operator 7')).rejects.toThrow('not JSON')
  await expect(run('announcement-publish', '--file', file, '--by', ' ')).rejects.toThrow('--by')
  await expect(run('announcement-publish', '--by', 'operator 7')).rejects.toThrow('--file')
  await expect(run('announcement-end', '--id', 'x', '--by', 'operator 7')).rejects.toThrow('--id')
})

test('what others are shown does not crowd out what a visitor is shown', async () => {
  await publish({ title: { 'zh-cn': '所有人', 'en-us': 'All' } })
  for (let count = 0; count < announcementsMax; count += 1) await publish({ audience: 'user' })
  expect(await seen()).toContain('notice 所有人')
})
