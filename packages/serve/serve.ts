import { isAscii } from 'node:buffer'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { randomText } from '@fyh/base/ids.ts'
import Fastify, { type FastifyError, type FastifyHttpOptions, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { clientAddress, trustedProxies } from './addresses.ts'
import { type Arriving, openArriving } from './arriving.ts'
import { BodyRequest } from './body-request.ts'
import { joinChunks } from './chunked.ts'
import { endOnClose } from './closing.ts'
import { refused } from './envelope.ts'
import { Refusal } from './fail.ts'
import { type FieldReason, failFields } from './field-errors.ts'
import { languageOf } from './language.ts'
import type { Logger } from './log.ts'
import { type PagePolicy, securityHeaders } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body exactly as sent, for signatures. */
    sentBody: Buffer
    /** The envelope's code, for the log line. */
    answerCode: number | string | null
    /** The sender's address in its one spelling, past the trusted proxies. */
    readonly clientAddress: string
    /** Who asked, for the log line: an id, never a name or a phone. */
    userId: number | null
  }
}

export type HttpSettings = {
  readonly log: Logger
  readonly pages?: PagePolicy
  /** Business time told to clients in X-Business-Time; without it the header is left out. */
  readonly businessNow?: () => Date
  /** Proxies whose X-Forwarded-For is believed, as addresses, networks or names of networks; none by default, so clients cannot choose their own address. */
  readonly trustProxy?: readonly string[]
  /** Content types read as JSON. A beacon cannot send application/json across origins without a preflight. */
  readonly jsonTypes?: readonly string[]
  /**
   * A path that takes so many requests that those that went well have no line in the log. Its answers, which no page shows, carry what keeps them from being
   * taken for one, and no policy for pages.
   */
  readonly busyPath?: string
  /** Bounds the bytes arriving at once. A server that rejects requests itself passes its own; otherwise requests with a body get 503 while the bound is reached. */
  readonly arriving?: Arriving
  /** Asked first about each request: it answers it, or lets it go on to the routes. What it answers passes none of the hooks. */
  readonly first?: (request: BodyRequest, response: ServerResponse, goOn: () => void) => void
  /** What is served where no route is, outside the API. */
  readonly notFound?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

/** Bytes of a body where an endpoint does not say otherwise. */
export const bodyBytesDefault = 65_536

/** An HTTP server that speaks the envelope: safe headers on every answer, one log line a request (but for a busy path), bounded in every direction. */
export function createHttp(settings: HttpSettings): FastifyInstance {
  const arriving = settings.arriving ?? openArriving()
  const options: FastifyHttpOptions<Server> = {
    logger: false,
    bodyLimit: bodyBytesDefault,
    ...limits,
    genReqId: requestIds(),
    // Open requests finish on close, also those the framework is only given then; idle connections are cut.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 100 },
    rewriteUrl: ({ url = '/' }) => routable(url),
    serverFactory: (goOn) => serverCounting(arriving, settings.first, goOn),
  }
  const app = Fastify(options)
  app.decorateRequest('answerCode', null)
  app.decorateRequest('userId', null)
  const isProxy = trustedProxies(settings.trustProxy ?? [])
  app.decorateRequest('clientAddress', {
    getter() {
      return clientAddress(this.raw, isProxy)
    },
  })
  joinChunks(app)
  readJson(app, settings.jsonTypes ?? ['application/json'])
  addHeaders(app, settings)
  logRequests(app, settings)
  if (settings.arriving === undefined) refuseWithoutRoom(app, arriving)
  countWork(app, arriving)
  answerErrors(app, settings)
  endOnClose(app, limits.requestTimeout)
  return app
}

/**
 * The address with each `%` of a path that cannot be decoded taken as the character itself (NF-08). The framework answers such a path before any hook, without
 * envelope, headers or log line.
 */
function routable(url: string): string {
  if (!url.includes('%')) return url
  const [path = '', ...rest] = url.split(/(?=[?#])/)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + rest.join('')
  }
}

const limits = { requestTimeout: 60_000, keepAliveTimeout: 15_000 }

function serverCounting(
  arriving: Arriving,
  first: HttpSettings['first'],
  goOn: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  return createServer({ ...limits, IncomingMessage: BodyRequest }, (request, response) => {
    arriving.watch(request, response)
    request.arriving = arriving
    if (first === undefined) goOn(request, response)
    else first(request, response, () => goOn(request, response))
  })
}

/** A handler goes on when its client hangs up, and so does what it holds. It has ended when it hands over its answer. */
function countWork(app: FastifyInstance, arriving: Arriving) {
  app.addHook('preHandler', (request, reply, next) => {
    arriving.beginWork(request.raw)
    // One that took the answer over itself hands over none.
    reply.raw.once('close', () => reply.sent && arriving.endWork(request.raw))
    next()
  })
  app.addHook('onSend', (request, _reply, payload, next) => {
    arriving.endWork(request.raw)
    next(null, payload)
  })
}

/** Before a body is read: in a flood, a request without room must not cost what reading it does. */
function refuseWithoutRoom(app: FastifyInstance, arriving: Arriving) {
  app.addHook('onRequest', (request, reply, next) => {
    if (arriving.admits(request.raw, request.routeOptions.bodyLimit ?? bodyBytesDefault)) return next()
    return sendRefusal(request, reply.header('retry-after', '2'), 503, new Refusal('BUSY', {}))
  })
}

/** Twelve letters and digits, another for each request and each process; nobody needs to be kept from guessing them. */
/** The tracing id that a page gives its request, where it has its shape; else an id of this process. */
function requestIds(): (request: IncomingMessage) => string {
  const ofProcess = randomText(6)
  let last = 0
  return ({ headers: { tracingid } }) => {
    if (typeof tracingid === 'string' && /^[A-Za-z0-9]{11}\d{13}$/.test(tracingid)) return tracingid
    last = (last + 1) % 36 ** 6
    return ofProcess + last.toString(36).padStart(6, '0')
  }
}

function readJson(app: FastifyInstance, types: readonly string[]) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  for (const type of types)
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, body: Buffer, parsed) => {
      request.sentBody = body
      // A POST without a payload is a request like any other.
      if (body.length === 0) return parsed(null, undefined)
      if (body.length > finelyCutBytesMax && isFinelyCut(body)) return parsed(fieldRefusal('tooLarge'))
      // Of ASCII both say the same, and this sooner.
      const text = isAscii(body) ? body.toString('latin1') : body.toString('utf8')
      const plain = plainJson(text)
      if (plain === undefined) void parse(request, text, parsed)
      else parsed(null, plain.value)
    })
}

/** Largest body that may consist of small values throughout. */
const finelyCutBytesMax = 262_144
/** Most quotes, commas and brackets of each kind in a larger one: it is large because of one text. */
const marksMax = 5_000

/** Whether a large body consists of very many small values: 4 MB of empty lists block the parser, and with it all other requests, for 0.8 s. */
function isFinelyCut(body: Buffer): boolean {
  return ['"', ',', '[', '{'].some((mark) => {
    let marks = 0
    for (let at = body.indexOf(mark); at >= 0 && marks <= marksMax; at = body.indexOf(mark, at + 1)) marks += 1
    return marks > marksMax
  })
}

/** Keys that JavaScript minds, and what they could be written with. */
const minded = ['__proto__', 'constructor', '\\u']

/** What a text says that holds no such key, sooner than the parser tells that looks at every key; undefined where that one has to. */
function plainJson(text: string): { readonly value: unknown } | undefined {
  if (minded.some((word) => text.includes(word))) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function addHeaders(app: FastifyInstance, { pages = {}, businessNow, busyPath }: HttpSettings) {
  const headers = securityHeaders(pages)
  app.addHook('onRequest', (request, reply, next) => {
    if (request.url === busyPath) reply.header('x-content-type-options', 'nosniff')
    else reply.headers(headers)
    reply.header('x-request-id', request.id)
    if (businessNow) reply.header('x-business-time', businessNow().toISOString())
    next()
  })
}

function logRequests(app: FastifyInstance, { log, busyPath }: HttpSettings) {
  app.addHook('onResponse', (request, reply, next) => {
    next()
    if (request.url === busyPath && request.answerCode === 0) return
    log.info({
      requestId: request.id,
      method: request.method,
      // The declared path, not the address: addresses and query strings can hold what must not be kept.
      path: request.routeOptions.url ?? '(none)',
      status: reply.statusCode,
      code: request.answerCode,
      ms: Math.round(reply.elapsedTime),
      ...(request.userId !== null && { userId: request.userId }),
    })
  })
}

function answerErrors(app: FastifyInstance, { log, notFound }: HttpSettings) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal) return sendRefusal(request, reply, refusal.status, refusal.refusal)
    if (isAway(error)) {
      log.error(
        { requestId: request.id, path: request.routeOptions.url ?? '(none)', err: error },
        'the database is unavailable or overloaded',
      )
      return sendRefusal(request, reply.header('retry-after', '2'), 503, new Refusal('INTERNAL', {}))
    }
    log.error({ requestId: request.id, path: request.routeOptions.url ?? '(none)', err: error }, 'request failed')
    return sendRefusal(request, reply, 500, new Refusal('INTERNAL', {}))
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (notFound && path !== '/api' && !path.startsWith('/api/')) return notFound(request, reply)
    return sendRefusal(request, reply, 404, new Refusal('NOT_FOUND', {}))
  })
}

/** A refusal as an answer; 200 unless the fault is one of transport. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, status: number, refusal: Refusal): FastifyReply {
  request.answerCode = refusal.code
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send(refused(refusal, languageOf(request.headers['accept-language'])))
}

function refusalOf(error: FastifyError): { status: number; refusal: Refusal } | undefined {
  if (error instanceof Refusal) return { status: 200, refusal: error }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { status: 200, refusal: fieldRefusal('tooLarge') }
  const status = error.statusCode ?? 500
  if (status === 400) return { status: 200, refusal: fieldRefusal('json') }
  return status < 500 ? { status, refusal: fieldRefusal('type') } : undefined
}

const networkFault = /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/
/** Connection exceptions, a server that stops or starts, too few resources, an idle transaction that was ended, a lock or a statement that took too long. */
const databaseFault = /^(08\w{3}|57P0[1235]|53\w{3}|25P03|55P03|57014)$/
/** What the driver says without a code; the last two come when it is to roll back on a connection that broke. */
const driverFault =
  /^(timeout exceeded when trying to connect|Connection terminated|the database server does not answer)|not queryable$|^Client was closed/

/** Faults that pass by themselves: no connection, a server that shuts down or is full, a wait that reached its limit. */
export function isAway(error: FastifyError): boolean {
  if (networkFault.test(error.code ?? '') || databaseFault.test(error.code ?? '')) return true
  return driverFault.test(error.message)
}

function fieldRefusal(reason: FieldReason): Refusal {
  try {
    failFields([{ field: 'body', reason }])
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
