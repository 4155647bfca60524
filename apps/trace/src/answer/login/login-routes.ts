import type { Clock } from '@fyh/base/clock.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import { networkOf } from '@fyh/serve/addresses.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recordAct } from '../operators/acts.ts'
import { operatorPath } from '../page/frame.ts'
import { cookieOf, setCookie, visitorOf } from '../visitor.ts'
import { proveAccount } from './accounts.ts'
import { deviceSeconds, keepDevice, knownDevice } from './devices.ts'
import { loginPage, loginPath } from './login-page.ts'
import { closeSession, openSession, operatorOf, sessionSeconds } from './sessions.ts'
import { forgetTries, type Login, mayTry } from './tries.ts'

type LoginSettings = { readonly pool: Pool; readonly clock: Pick<Clock, 'machineNow'> }

export const sessionCookie = 'operator_session'
const deviceCookie = 'operator_device'
const loginForm = z.object({
  // No text in the database has the character left out here.
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[^\0]*$/),
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
    const at = clock.machineNow()
    const login = await loginOf(request, pool, name)
    if (!(await mayTry(pool, login, at)))
      return reply
        .code(429)
        .type('text/html')
        .send(loginPage(visitor, { name, next, said: 'throttled' }))
    const proven = await proveAccount(pool, name, password)
    if (proven === undefined)
      return reply
        .code(401)
        .type('text/html')
        .send(loginPage(visitor, { name, next, said: 'wrong' }))
    await forgetTries(pool, login)
    const device = await keepDevice(pool, proven, cookieOf(request, deviceCookie), at)
    setCookie(request, reply, { name: deviceCookie, value: device, seconds: deviceSeconds })
    setCookie(request, reply, { name: sessionCookie, value: await openSession(pool, proven, at), seconds: sessionSeconds })
    await recordAct(pool, { operator: name, act: 'loggedIn', at })
    return reply.redirect(placeOf(next), 303)
  })

  app.post(`${operatorPath}/logout`, async (request, reply) => {
    const token = cookieOf(request, sessionCookie)
    if (token !== undefined) await closeSession(pool, token)
    setCookie(request, reply, { name: sessionCookie, value: '', seconds: 0 })
    return reply.redirect(loginPath, 303)
  })
}

/** Who tries, where and in which browser, for the count of tries. */
export async function loginOf(request: FastifyRequest, pool: Pool, name: string): Promise<Login> {
  return { name, address: networkOf(request.clientAddress), device: await knownDevice(pool, name, cookieOf(request, deviceCookie)) }
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
