import type { Logger } from '@fyh/serve/log.ts'
import { isAway } from '@fyh/serve/serve.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addCounts, tellAside } from '../collect/add-counts.ts'
import { forgetRoutes } from './forget/forget-routes.ts'
import { loginPath } from './login/login-page.ts'
import { admit, loginRoutes } from './login/login-routes.ts'
import { operatorRoutes } from './operators/operator-routes.ts'
import { assetRoutes } from './page/assets.ts'
import { operatorPath, type Problem, problemPage } from './page/frame.ts'
import { fileRoutes } from './pages/file-routes.ts'
import { type PageSettings, pageRoutes } from './pages/page-routes.ts'
import { isHandedOn, isThisMachine, rememberLanguage, visitorOf } from './visitor.ts'

export type OperatorSettings = PageSettings & {
  readonly log: Logger
  /** Names under which the pages may be opened beside those of this machine; behind them a proxy speaks TLS. */
  readonly hosts: readonly string[]
}

const formBytesMax = 8_192

/** What those pages may do in a browser: nothing but show what this process sends. */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // Without a referrer a browser hides the origin of a form too, and here it must be told.
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cache-control': 'no-store',
}

/**
 * The operator's pages, a plugin of their own: what the events' door allows to other origins does not hold here, and what is asked here runs on
 * connections of its own, which collecting does not wait for.
 */
export async function operatorPages(app: FastifyInstance, settings: OperatorSettings): Promise<void> {
  app.decorateRequest('operator', null)
  readForms(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    const isHere = isThisMachine(request.hostname) && !isHandedOn(request)
    if (!isHere && !settings.hosts.includes(request.hostname)) return answer(request, reply, 404, 'notFound')
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isOfThisPage(request)) return answer(request, reply, 403, 'foreign')
    rememberLanguage(request, reply)
    return undefined
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, settings.log))
  assetRoutes(app)
  loginRoutes(app, settings)
  app.register(async (inside) => {
    inside.addHook('preHandler', (request, reply) => admit(request, reply, settings))
    inside.addHook('preHandler', () => countedSoFar(settings))
    pageRoutes(inside, settings)
    fileRoutes(inside, settings)
    forgetRoutes(inside, settings)
    operatorRoutes(inside, settings)
    inside.get(`${operatorPath}/*`, async (request, reply) => answer(request, reply, 404, 'notFound'))
  })
}

const addingMs = 1_000

/** What is not added yet would be missing in an answer; what cannot be added now, or soon, is no reason to give none. */
async function countedSoFar({ pool, log }: OperatorSettings): Promise<void> {
  const untilMs = performance.now() + addingMs
  await addCounts(pool, () => performance.now() < untilMs, tellAside(log)).catch((error: unknown) =>
    log.warn({ err: error }, 'counts could not be added; will retry'),
  )
}

function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: formBytesMax }, (_, body: string, parsed) =>
    parsed(null, Object.fromEntries(new URLSearchParams(body))),
  )
}

/** Nobody else's page may send a form here in an operator's name. A browser tells the origin with every form. */
function isOfThisPage({ headers: { origin, host } }: FastifyRequest): boolean {
  return origin !== undefined && URL.parse(origin)?.host === host
}

function answer(request: FastifyRequest, reply: FastifyReply, status: number, problem: Problem): FastifyReply {
  return reply
    .code(status)
    .type('text/html')
    .send(problemPage(visitorOf(request), problem))
}

const statementCancelled = '57014'

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  const status = error.statusCode ?? 500
  if (status < 500) return answer(request, reply, status, 'foreign')
  log.error({ requestId: request.id, path: request.routeOptions.url ?? loginPath, err: error }, 'a question could not be answered')
  if (error.code === statementCancelled) return answer(request, reply, 503, 'slow')
  return isAway(error) ? answer(request, reply.header('retry-after', '2'), 503, 'away') : answer(request, reply, 500, 'failed')
}
