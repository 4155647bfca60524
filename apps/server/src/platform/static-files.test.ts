import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { makeLog } from '@fyh/serve/log.ts'
import { createHttp } from '@fyh/serve/serve.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staticFiles } from './static-files.ts'

const inline = 'window.early = 1'
const html = `<!doctype html><title>fyh</title><script>${inline}</script><script type="module" src="/assets/app.abc.js"></script>`
const script = `export const text = '${'x'.repeat(2_000)}'`
let folder: string
let http: FastifyInstance

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fyh-static-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), html)
  await writeFile(join(folder, 'assets/app.abc.js'), script)
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
  const files = await staticFiles(folder)
  http = createHttp({ log: makeLog({ name: 'test', level: 'silent' }), notFound: files.serve, pages: { scriptHashes: files.scriptHashes } })
})
afterAll(async () => {
  await http.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers })

describe('web app', () => {
  test.each(['/', '/index.html', '/loan/detail/12', '/login?redirectUrl=%2Fhome'])(
    'RT-02 %s is the entry page, asked for anew each time',
    async (url) => {
      const answer = await get(url, { accept: 'text/html' })
      expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, html, 'no-cache'])
      const again = await get(url, { accept: 'text/html', 'if-none-match': String(answer.headers.etag) })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    },
  )

  const malformed = ['%', '%E', '%zz', '%E0%A4%A', '%ff', '%C0%AF', 'a%2', '%%', '%25%']
  test.each(malformed)('NF-08 a page address with the malformed escape %j is the entry page', async (broken) => {
    for (const path of [`/home${broken}`, `/${broken}`, `/loan/detail/${broken}?a=%`, `/loan/${broken}/1`]) {
      const answer = await get(path, { accept: 'text/html' })
      expect([path, answer.statusCode, answer.body]).toEqual([path, 200, html])
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) })
    }
  })

  test.each(malformed)('NF-08 an asset address with the malformed escape %j is 404, never the entry page', async (broken) => {
    for (const path of [`/assets/app.abc.js${broken}`, `/assets/${broken}`, `/icon${broken}.svg`]) {
      const answer = await get(path, { accept: '*/*' })
      expect([path, answer.statusCode, answer.body]).toEqual([path, 404, 'Not found'])
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  test('RT-02 assets are kept for ever', async () => {
    const answer = await get('/assets/app.abc.js')
    expect([answer.body, answer.headers['cache-control'], answer.headers['content-type']]).toEqual([
      script,
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
    ])
  })

  test.each(['/assets/missing.js', '/assets/missing', '/missing.png'])('RT-01 %s is 404, not the entry page', async (url) => {
    const answer = await get(url, { accept: 'text/html' })
    expect([answer.statusCode, answer.body]).toEqual([404, 'Not found'])
  })

  test('a POST to a page is 404', async () => {
    expect((await http.inject({ method: 'POST', url: '/home' })).statusCode).toBe(404)
  })

  test('text is compressed as the browser asks', async () => {
    const answer = await get('/assets/app.abc.js', { 'accept-encoding': 'gzip, br' })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script)
    expect((await get('/assets/app.abc.js', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
  })

  test('PS-07 the policy allows the page’s own inline script by its hash and no other', async () => {
    const policy = String((await get('/', { accept: 'text/html' })).headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}'/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
  })

  test('the entry page is told its surroundings, and nothing in them becomes markup', async () => {
    const own = mkdtempSync(join(tmpdir(), 'fyh-static-'))
    await writeFile(join(own, 'index.html'), '<meta name="trace-host" content="__TRACE_HOST__" /><meta content="__OTHER__" />')
    const files = await staticFiles(own, { TRACE_HOST: 'http://trace.example/"><script>' })
    const page = createHttp({ log: makeLog({ name: 'test', level: 'silent' }), notFound: files.serve })
    const { body } = await page.inject({ url: '/', headers: { accept: 'text/html' } })
    expect(body).toBe('<meta name="trace-host" content="http://trace.example/&#34;&#62;&#60;script&#62;" /><meta content="__OTHER__" />')
    await page.close()
    rmSync(own, { recursive: true })
  })

  test('a folder without an entry page stops the start', async () => {
    await expect(staticFiles(join(folder, 'assets'))).rejects.toThrow('has no index.html')
  })
})
