import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Coding = 'br' | 'gzip'
export type StaticFile = {
  readonly body: Buffer
  readonly etag: string
  readonly type: string
  readonly cacheControl: string
  readonly vary: string
  readonly coded: Map<Coding, Promise<Buffer>>
}

/** Returns the page of an address, or undefined where the entry page goes out as it is. */
export type DrawPage = (path: string, request: FastifyRequest) => Promise<StaticFile | undefined>

export type StaticFiles = {
  /** Serves the file of an address, the entry page for a navigation, or 404. */
  readonly serve: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  /** CSP hashes of the inline scripts in the entry page. */
  readonly scriptHashes: readonly string[]
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}
const compressible = /^(text\/|application\/(json|manifest)|image\/svg)/

/**
 * The built web app, read once. The entry page is asked for anew each time (by its ETag), named assets are kept for ever; an
 * asset that is gone is 404, never the entry page, so that an old page finds out that it is old. `facts` fill the places that the
 * entry page leaves for its surroundings, written as `__TRACE_HOST__`; `pages` makes what draws into the entry page.
 */
export async function staticFiles(
  folder: string,
  facts: Readonly<Record<string, string>> = {},
  pages?: (entry: string) => DrawPage,
): Promise<StaticFiles> {
  const names = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/').replace(/^\/*/, '/'))
  const files = new Map(await Promise.all(names.map(async (name) => [name, await readStatic(folder, name, facts)] as const)))
  const entry = files.get('/index.html')
  if (entry === undefined) throw new Error(`WEB_DIST has no index.html: ${folder}`)
  const html = entry.body.toString('utf8')
  const draw = pages?.(html)
  return {
    scriptHashes: inlineScriptHashes(html),
    serve: async (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return notFound(reply)
      const path = pathOf(request.url)
      const file = files.get(path)
      if (file) return send(file, request, reply)
      return isNavigation(path, request) ? send((await draw?.(path, request)) ?? entry, request, reply) : notFound(reply)
    },
  }
}

async function readStatic(folder: string, name: string, facts: Readonly<Record<string, string>>): Promise<StaticFile> {
  const read = await readFile(join(folder, name))
  return staticFile(name, name === '/index.html' ? Buffer.from(filled(read.toString('utf8'), facts)) : read)
}

/** A file of the web app under that name; `varies` when its content depends on cookies. */
export function staticFile(name: string, body: Buffer, { varies = false } = {}): StaticFile {
  return {
    body,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    type: types[extname(name)] ?? 'application/octet-stream',
    vary: varies ? 'accept-encoding, cookie' : 'accept-encoding',
    cacheControl: name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    coded: new Map(),
  }
}

function filled(html: string, facts: Readonly<Record<string, string>>): string {
  return html.replace(/__([A-Z_]+)__/g, (place, name: string) =>
    (facts[name] ?? place).replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`),
  )
}

function pathOf(url: string): string {
  const path = url.split('?')[0] ?? '/'
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** An address a person can be at: no file ending, nothing below /assets/, and HTML is welcome. */
function isNavigation(path: string, request: FastifyRequest): boolean {
  const accepts = request.headers.accept ?? '*/*'
  return !path.startsWith('/assets/') && extname(path) === '' && (accepts.includes('text/html') || accepts.includes('*/*'))
}

function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found')
}

async function send(file: StaticFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({ etag: file.etag, 'cache-control': file.cacheControl, vary: file.vary })
  if (request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send()
  reply.type(file.type)
  const coding = codingFor(file, request.headers['accept-encoding'])
  if (coding === undefined) return reply.send(file.body)
  return reply.header('content-encoding', coding).send(await compressed(file, coding))
}

function codingFor(file: StaticFile, accepted: string | string[] | undefined): Coding | undefined {
  if (file.body.length < 1_024 || !compressible.test(file.type)) return undefined
  const codings = String(accepted ?? '')
  if (/\bbr\b/.test(codings)) return 'br'
  return /\bgzip\b/.test(codings) ? 'gzip' : undefined
}

/** Made once, when first asked for. */
function compressed(file: StaticFile, coding: Coding): Promise<Buffer> {
  const ready = file.coded.get(coding) ?? compress(file.body, coding)
  file.coded.set(coding, ready)
  return ready
}

function compress(body: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(body, { level: 7 })
  return promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
}

function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '', source = '']) => !/\bsrc\s*=/.test(attributes) && source !== '')
    .map(([, , source = '']) => `sha256-${createHash('sha256').update(source).digest('base64')}`)
}
