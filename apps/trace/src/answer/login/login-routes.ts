import type { Clock } from '@fyh/base/clock.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { operatorPath } from '../page/frame.ts'
import { cookieOf, setCookie, visitorOf } from '../visitor.ts'
import { isPasswordOf } from './accounts.ts'
import { loginPage, loginPath } from './login-page.ts'
import { closeSession, openSession, operatorOf, sessionSeconds } from './sessions.ts'
import { forgetTries, mayTry } from './tries.ts'

type LoginSettings = { readonly pool: Pool; readonly clock: Pick<Clock, 'machineNow'> }

const sessionCookie = 'operator_session'
const loginForm = z.object({
  name: z.string().trim().min(1).max(100),
  password: z.string().min(1).max(200),
  next: z.string().max(2_000).default(''),
})
const nextQuery = z.object({ next: z.string().max(2_000) })

export function loginRoutes(app: FastifyInstance, { pool, clock }: LoginSettings): void {
  app.get(loginPath, async (request, reply) => {
    const next = nextQuery.safeParse(request.query).data?.next ?? ''
    return reply.type('text/html').send(loginPage(visitorOf(request), { next }))
  })

  app.post(loginPath, async (request, reply) => {
    const visitor = visitorOf(request)
    const read = loginForm.safeParse(request.body)
    if (!read.success)
      return reply
        .code(400)
        .type('text/html')
        .send(loginPage(visitor, { next: '', said: 'wrong' }))
    const { name, password, next } = read.data
    const login = { name, address: request.ip }
    const at = clock.machineNow()
    if (!(await mayTry(pool, login, at)))
      return reply
        .code(429)
        .type('text/html')
        .send(loginPage(visitor, { name, next, said: 'throttled' }))
    if (!(await isPasswordOf(pool, name, password)))
      return reply
        .code(401)
        .type('text/html')
        .send(loginPage(visitor, { name, next, said: 'wrong' }))
    await forgetTries(pool, login)
    setCookie(request, reply, { name: sessionCookie, value: await openSession(pool, name, at), seconds: sessionSeconds })
    return reply.redirect(placeOf(next), 303)
  })

  app.post(`${operatorPath}/logout`, async (request, reply) => {
    const token = cookieOf(request, sessionCookie)
    if (token !== undefined) await closeSession(pool, token)
    setCookie(request, reply, { name: sessionCookie, value: '', seconds: 0 })
    return reply.redirect(loginPath, 303)
  })
}

/** Lets in who is logged in; others are shown the way, and come back to where they wanted to go. What a page asks for by itself keeps no session open. */
export async function admit(request: FastifyRequest, reply: FastifyReply, { pool, clock }: LoginSettings): Promise<unknown> {
  const token = cookieOf(request, sessionCookie)
  const isLooking = request.headers['x-refresh'] === undefined
  const operator = token === undefined ? undefined : await operatorOf(pool, token, clock.machineNow(), isLooking)
  if (operator !== undefined) {
    request.operator = operator
    return undefined
  }
  const next = request.method === 'GET' ? request.url : operatorPath
  return reply.redirect(next === operatorPath ? loginPath : `${loginPath}?${new URLSearchParams({ next })}`, 303)
}

/** A place of these pages and no other, whatever the form says. */
function placeOf(next: string): string {
  const url = URL.parse(next, 'http://operator')
  const isOurs = url?.host === 'operator' && (url.pathname === operatorPath || url.pathname.startsWith(`${operatorPath}/`))
  return isOurs && !url.pathname.startsWith(loginPath) ? `${url.pathname}${url.search}` : operatorPath
}
