import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { makeLog } from '@fyh/serve/log.ts'
import { createHttp } from '@fyh/serve/serve.ts'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { firstPages } from './first-page.ts'
import { staticFiles } from './static-files.ts'
import { testServer } from './test-server.ts'

const entry = `<!doctype html><script>window.early = 1</script><div id="root"></div>${' '.repeat(1_024)}`
/** Draws as the web build does: what it was given, and how often it was asked. */
const drawing = `let times = 0
export const versionOf = ({ search, cookie }) => ({ language: search.includes('en') ? 'en-us' : 'zh-cn', brand: { id: cookie.includes('fbd') ? 'fbd' : 'fyh' } })
export const offerFor = (offer, { cookie }) => ({ ...offer, limitMaxFen: offer.limitMaxFen + (cookie.includes('closed') ? 1 : 0) })
export async function drawFirstPage(entry, { language, brand }, offer) {
  times += 1
  if (offer.broken) throw new Error('cannot be drawn')
  return entry.replace('<div id="root"></div>', \`<div id="root">\${language} \${brand.id} \${offer.limitMaxFen} \${times}</div>\`)
}`

const folders: string[] = []
const opened: FastifyInstance[] = []
afterEach(async () => {
  for (const http of opened.splice(0)) await http.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function builtWeb(withDrawing = true): string {
  const folder = mkdtempSync(join(tmpdir(), 'fyh-first-page-'))
  folders.push(folder)
  writeFileSync(join(folder, 'index.html'), entry)
  mkdirSync(join(folder, '.server'))
  if (withDrawing) writeFileSync(join(folder, '.server/server.mjs'), drawing)
  return folder
}

async function serving(offer: () => unknown, folder = builtWeb()) {
  const faults: unknown[] = []
  const pages = await firstPages({ folder, offer: async () => offer(), onFault: (error) => faults.push(error) })
  const files = await staticFiles(folder, {}, pages)
  const http = createHttp({
    log: makeLog({ name: 'test', level: 'silent' }),
    notFound: files.serve,
    pages: { scriptHashes: files.scriptHashes },
  })
  opened.push(http)
  const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers: { accept: 'text/html', ...headers } })
  return { get, faults }
}
const rootOf = (body: string) => /<div id="root">(.*?)<\/div>/.exec(body)?.[1]

describe('the first page', () => {
  test('guests get the home of their language and brand in the page, each version drawn once', async () => {
    const { get } = await serving(() => ({ limitMaxFen: 5 }))
    expect(rootOf((await get('/home')).body)).toBe('zh-cn fyh 5 1')
    expect(rootOf((await get('/')).body)).toBe('zh-cn fyh 5 1')
    expect(rootOf((await get('/home?lang=en-us', { cookie: 'a=fbd' })).body)).toBe('en-us fbd 5 2')
    expect(rootOf((await get('/home')).body)).toBe('zh-cn fyh 5 1')
    expect(rootOf((await get('/login')).body)).toBe('')
  })

  test('caches may keep it and ask again, and know that it depends on cookies; the policy allows no more scripts', async () => {
    const { get } = await serving(() => ({ limitMaxFen: 5 }))
    const answer = await get('/home', { 'accept-encoding': 'gzip' })
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding, cookie', 'content-encoding': 'gzip' })
    expect(rootOf(gunzipSync(answer.rawPayload).toString())).toBe('zh-cn fyh 5 1')
    expect(answer.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}';/)
    expect((await get('/home', { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
    expect((await get('/home', { 'if-none-match': String((await get('/login')).headers.etag) })).statusCode).toBe(200)
  })

  test('a visitor who closed an announcement gets a page drawn without it, and the others theirs', async () => {
    const { get } = await serving(() => ({ limitMaxFen: 5 }))
    expect(rootOf((await get('/home')).body)).toBe('zh-cn fyh 5 1')
    expect(rootOf((await get('/home', { cookie: 'closed=1' })).body)).toBe('zh-cn fyh 6 2')
    expect(rootOf((await get('/home')).body)).toBe('zh-cn fyh 5 1')
  })

  test('another offer makes another page', async () => {
    let limitMaxFen = 5
    const { get } = await serving(() => ({ limitMaxFen }))
    const before = await get('/home')
    limitMaxFen = 7
    const after = await get('/home', { 'if-none-match': String(before.headers.etag) })
    expect(rootOf(after.body)).toBe('zh-cn fyh 7 2')
  })

  test('a page that cannot be drawn leaves the entry page as it is, reports the fault, and is tried again', async () => {
    let broken = true
    const { get, faults } = await serving(() => ({ broken, limitMaxFen: 5 }))
    expect((await get('/home')).body).toBe(entry)
    expect(faults).toMatchObject([{ message: 'cannot be drawn' }])
    broken = false
    expect(rootOf((await get('/home')).body)).toContain('zh-cn fyh 5')
  })

  test('a build without a drawing module serves its entry page, and the module itself is never served', async () => {
    const { get } = await serving(() => ({}), builtWeb(false))
    expect((await get('/home')).body).toBe(entry)
    const drawn = await serving(() => ({}))
    expect((await drawn.get('/.server/server.mjs')).statusCode).toBe(404)
  })

  test('the server draws from the data that its own endpoint answers', async () => {
    const server = await testServer({ settings: { WEB_DIST: builtWeb() } })
    const page = await server.http.inject({ url: '/home', headers: { accept: 'text/html' } })
    const { data } = await server.call('home', 'tourist', { body: {} })
    expect(rootOf(page.body)).toMatch(new RegExp(`^zh-cn fyh ${data?.limitMaxFen} `))
    await server.close()
  })
})
