import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../store.ts'
import { logInAsApp } from './app-login.ts'
import { isLabHost, labHostOf } from './lab-hosts.ts'
import { labPage } from './lab-page.ts'
import { type LabTargets, type LabVisit, labOrigins, passOn } from './lab-proxy.ts'
import { callShape, type LabState, labState } from './lab-state.ts'

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const simulator = file('simulator.js')
const pageAround = file('page-around.js')
const script = file('lab.js')
const css = file('lab.css')

const hostShape = z.string().refine(isLabHost)
const mannerShape = z.object({ host: hostShape, silent: z.boolean().optional(), market: z.boolean().optional() })
const loginShape = z.object({ host: hostShape, mobile: z.string().regex(/^1[3-9]\d{9}$/, 'should be a mobile number') })
const reportBytesMax = 16_384

/**
 * The host lab, in development alone: its page, and the product behind names such as `native-ios.localhost`, each inside a
 * simulated host. Everything said between page and host is shown.
 */
export function labRoutes(app: FastifyInstance, deps: Deps, targets: LabTargets): void {
  const state = labState()
  app.addHook('onRequest', async (request, reply) => {
    const visit = labHostOf(request.headers.host)
    if (visit !== undefined) await answerAs(state, visit, targets, request, reply)
  })
  app.get<{ Querystring: { host?: string } }>('/lab', async (request, reply) => {
    const host = hostShape.safeParse(request.query.host).data ?? 'native-ios'
    const port = /:(\d+)$/.exec(request.headers.host ?? '')?.[1] ?? '80'
    return reply
      .type('text/html')
      .header('cache-control', 'no-store')
      .send(withFrames(reply, labPage({ host, port, manner: state.mannerOf(host) }), port))
  })
  app.get('/lab/lab.css', async (_, reply) => reply.type('text/css').send(css))
  app.get('/lab/lab.js', async (_, reply) => reply.type('text/javascript').send(script))
  app.get('/lab/page-around.js', async (_, reply) => reply.type('text/javascript').send(pageAround))
  app.get<{ Querystring: { after?: string } }>('/lab/calls', async ({ query }) => ({ calls: state.callsAfter(Number(query.after ?? 0)) }))
  app.post('/lab/calls', async ({ body }, reply) => noted(state, body, reply))
  app.post('/lab/manner', async ({ body }) => {
    const { host, silent, market } = mannerShape.parse(body)
    state.behave(host, { ...(silent !== undefined && { silent }), ...(market !== undefined && { market }) })
    return { ok: true }
  })
  app.post('/lab/login', async ({ body }) => {
    const asked = loginShape.safeParse(body)
    if (!asked.success) return { problem: 'That is not a mobile number' }
    try {
      const login = await logInAsApp(deps, targets.apiUrl, asked.data.mobile)
      state.behave(asked.data.host, { login })
      return login
    } catch (failure) {
      return { problem: failure instanceof Error ? failure.message : 'The login failed' }
    }
  })
  app.post('/lab/logout', async ({ body }) => {
    state.behave(mannerShape.parse(body).host, { login: { token: '', user: null } })
    return { ok: true }
  })
}

/** The lab's page shows the lab hosts in frames, which the sandbox's own policy does not allow. */
function withFrames(reply: FastifyReply, page: string, port: string): string {
  const policy = String(reply.getHeader('content-security-policy'))
  void reply.header('content-security-policy', `${policy}; frame-src http://*.localhost:${port}`)
  return page
}

async function answerAs(
  state: LabState,
  visit: LabVisit,
  targets: LabTargets,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (request.url === '/host-lab/host.js') {
    const settings = state.settingsOf(visit.host, labOrigins(visit))
    return reply
      .type('text/javascript')
      .header('cache-control', 'no-store')
      .send(`window.hostLab = ${JSON.stringify(settings)}\n${simulator}`)
  }
  if (request.url !== '/host-lab/calls') return passOn(request, reply, visit, targets)
  if (Number(request.headers['content-length'] ?? 0) > reportBytesMax) return reply.code(413).send({ error: 'too long' })
  return noted(state, JSON.parse(await text(request.raw)), reply)
}

async function noted(state: LabState, body: unknown, reply: FastifyReply): Promise<FastifyReply> {
  const call = callShape.safeParse(body)
  if (!call.success) return reply.code(400).send({ error: 'not a call' })
  state.note(call.data)
  return reply.send({ ok: true })
}
