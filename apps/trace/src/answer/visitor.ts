import { languageOf } from '@fyh/serve/language.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { operatorPath, type Visitor } from './page/frame.ts'
import { enUs } from './words/en-us.ts'
import { type Words, zhCn } from './words/zh-cn.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is logged in to the operator's pages. */
    operator: string | null
  }
}

const languages: readonly Words[] = [zhCn, enUs]
const languageCookie = 'operator_language'
const languageSeconds = 365 * 24 * 60 * 60

/** Who looks, and in which language: the one asked for in the address, which is then remembered, else the remembered, else the browser's. */
export function visitorOf(request: FastifyRequest): Visitor {
  const chosen = askedLanguage(request) ?? languageNamed(cookieOf(request, languageCookie))
  const words = chosen ?? (languageOf(request.headers['accept-language']) === 'en-us' ? enUs : zhCn)
  return { words, address: request.url, operator: request.operator ?? undefined }
}

export function rememberLanguage(request: FastifyRequest, reply: FastifyReply): void {
  const asked = askedLanguage(request)
  if (asked !== undefined) setCookie(request, reply, { name: languageCookie, value: asked.tag, seconds: languageSeconds })
}

function askedLanguage({ query }: FastifyRequest): Words | undefined {
  return typeof query === 'object' && query !== null && 'lang' in query ? languageNamed(query.lang) : undefined
}

const languageNamed = (tag: unknown) => languages.find((words) => words.tag === tag)

export function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').slice(0, 4_000).split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name && value !== undefined) return value
  }
  return undefined
}

/** For these pages alone, out of reach of scripts and never sent along from another site. Over TLS only, unless this machine looks at itself. */
export function setCookie(request: FastifyRequest, reply: FastifyReply, cookie: { name: string; value: string; seconds: number }): void {
  const secure = isThisMachine(request.hostname) ? '' : '; Secure'
  reply.header(
    'set-cookie',
    `${cookie.name}=${cookie.value}; Path=${operatorPath}; Max-Age=${cookie.seconds}; HttpOnly; SameSite=Strict${secure}`,
  )
}

/**
 * Whether it came by a proxy, which may tell this machine's name whoever asks it. Those that add no header of theirs, as nginx by default,
 * speak HTTP/1.0, which no browser does.
 */
export function isHandedOn({ headers, raw }: FastifyRequest): boolean {
  const marks = ['via', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']
  return raw.httpVersion === '1.0' || marks.some((name) => headers[name] !== undefined)
}

export const isThisMachine = (host: string): boolean => ['127.0.0.1', 'localhost', '[::1]', '::1'].includes(host)
