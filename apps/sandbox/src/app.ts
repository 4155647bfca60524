import { isIP } from 'node:net'
import type { VendorSecrets } from '@fyh/base/vendor-parties.ts'
import type { Logger } from '@fyh/serve/log.ts'
import { createHttp } from '@fyh/serve/serve.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiRoutes } from './api-routes.ts'
import { startDispatcher } from './dispatcher.ts'
import type { LabTargets } from './lab/lab-proxy.ts'
import { labRoutes } from './lab/lab-routes.ts'
import { pageRoutes } from './page/page-routes.ts'
import { lenderPages } from './parties/lender-pages.ts'
import { messengerPages } from './parties/messenger-pages.ts'
import { messengerRoutes } from './parties/messenger-routes.ts'
import { partnerPages } from './parties/partner-pages.ts'
import type { Deps } from './store.ts'
import { vendorRoutes } from './vendor-routes.ts'

export type SandboxSettings = {
  readonly secrets: VendorSecrets
  readonly apiUrl: string
  readonly log: Logger
  /** Names under which the sandbox is reached, beside addresses and the names of this machine. */
  readonly hosts: readonly string[]
  /** The host lab; undefined outside development. */
  readonly lab: LabTargets | undefined
}

/** Every outside party behind one address. Closing it answers what is open and leaves the rest to the rows. */
export function createSandbox(deps: Deps, { secrets, apiUrl, log, hosts, lab }: SandboxSettings): FastifyInstance {
  const stopping = new AbortController()
  const app = createHttp({ log, notFound: async (_, reply) => reply.code(404).send({ error: 'not found' }) })
  app.addHook('onRequest', async (request, reply) => refuseForeignHosts(request, reply, hosts))
  app.addHook('onRequest', refuseForeignPages)
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body: string, parsed) =>
    parsed(null, Object.fromEntries(new URLSearchParams(body))),
  )
  vendorRoutes(app, deps, { secrets, stopping: stopping.signal })
  messengerRoutes(app, deps, { secrets: secrets('messenger'), stopping: stopping.signal })
  messengerPages(app, deps)
  partnerPages(app, deps, { apiUrl, secrets })
  lenderPages(app, deps, { apiUrl, secrets })
  apiRoutes(app, deps, { apiUrl })
  pageRoutes(app, deps, { apiUrl, hasLab: lab !== undefined })
  if (lab !== undefined) labRoutes(app, deps, lab)
  app.get('/healthz', async () => {
    await deps.pool.query('select 1')
    return { status: 'ok' }
  })
  const dispatcher = startDispatcher(deps, { secrets, log })
  app.addHook('preClose', async () => {
    stopping.abort()
    await dispatcher.stop()
  })
  return app
}

/**
 * A name that its owner points to this address would make the sandbox part of their site (DNS rebinding): a page there could read every SMS code. An address as a host
 * cannot be pointed elsewhere, and browsers resolve `localhost` and names below it to this machine alone.
 */
async function refuseForeignHosts(request: FastifyRequest, reply: FastifyReply, hosts: readonly string[]): Promise<void> {
  const name = request.hostname.toLowerCase()
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0
  if (!isAddress && !/^([a-z-]+\.)?localhost$/.test(name) && !hosts.includes(name)) await reply.code(421).send({ error: 'unknown host' })
}

/** Nobody else's page may order failures or move the date by a form that a browser sends here on its behalf. */
async function refuseForeignPages(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { origin, host } = request.headers
  if (request.method !== 'POST' || origin === undefined) return
  if (URL.parse(origin)?.host !== host) await reply.code(403).send({ error: 'not from this page' })
}
