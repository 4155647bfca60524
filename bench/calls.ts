import { api } from '@fyh/contract/api.ts'
import type { Endpoint } from '@fyh/contract/endpoint.ts'
import { constants } from '@fyh/contract/options.ts'
import { z } from 'zod'
import type { Figure } from './figure.ts'
import { type Call, callsPerSecond, sendOnce } from './load.ts'

const people = 200
const homeCallsEach = 10

const done = z.object({ code: z.literal(0), data: z.unknown() })
const isDone = (answer: unknown) => done.safeParse(answer).success
const loggedIn = z.object({ data: z.object({ token: z.string() }) })
const texts = z.object({ data: z.object({ texts: z.array(z.object({ key: z.string(), version: z.string(), sha256: z.string() })) }) })
const messages = z.object({ sms: z.array(z.object({ code: z.string() })).min(1) })

/** Logins, each with its code, and home pages of those logged in, against a route that does nothing. */
export async function measureCalls(ports: { server: number; sandbox: number; bare: number }): Promise<Figure[]> {
  const mobiles = Array.from({ length: people }, (_, number) => `1380000${String(number).padStart(4, '0')}`)
  await callsPerSecond(
    ports.server,
    mobiles.map((mobile) => callOf(api.session.sendCode, { body: { mobile, purpose: 'login' } })),
    isDone,
  )
  const { data } = texts.parse(await sendOnce(ports.server, callOf(api.agreement.current, { query: '?scene=login' })))
  const agreed = data.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
  const logins = []
  for (const mobile of mobiles) {
    const { sms } = messages.parse(await sendOnce(ports.sandbox, { method: 'GET', path: `/api/sms?mobile=${mobile}` }))
    logins.push(callOf(api.session.registerAndLogin, { body: { mobile, authCode: sms[0]?.code, agreed } }))
  }

  const tokens: string[] = []
  const bare = { name: 'a bare Fastify route', value: await bareRate(ports.bare) }
  const loginRate = await callsPerSecond(ports.server, logins, (answer) => {
    const parsed = loggedIn.safeParse(answer)
    if (parsed.success) tokens.push(parsed.data.data.token)
    return isDone(answer) && parsed.success
  })
  const homes = Array.from({ length: homeCallsEach }, () => tokens.map((token) => callOf(api.home.fyhHome, { body: {}, token }))).flat()
  await callsPerSecond(ports.server, homes.slice(0, people), isDone)
  const homeRate = await callsPerSecond(ports.server, homes, isDone)
  return [
    { name: 'logins (code proved, registered, session)', value: loginRate, unit: 'calls/s', reference: bare },
    { name: 'home of a borrower', value: homeRate, unit: 'calls/s', reference: bare },
  ]
}

async function bareRate(port: number): Promise<number> {
  const calls = Array.from({ length: people * homeCallsEach * 3 }, (): Call => ({ method: 'POST', path: '/bare', body: {} }))
  await callsPerSecond(port, calls.slice(0, people * 5), isDone)
  return callsPerSecond(port, calls, isDone)
}

function callOf({ method, path }: Endpoint, { body, query = '', token }: { body?: unknown; query?: string; token?: string }): Call {
  return {
    method,
    path: `${constants.apiPrefix}${path}${query}`,
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { headers: { 'x-user-token': token } }),
  }
}
