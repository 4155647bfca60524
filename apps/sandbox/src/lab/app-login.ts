import { api } from '@fyh/contract/api.ts'
import type { Endpoint } from '@fyh/contract/endpoint.ts'
import { constants } from '@fyh/contract/options.ts'
import { z } from 'zod'
import type { Deps } from '../store.ts'
import { newestSms } from '../watch.ts'

const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() })
const texts = z.object({ texts: z.array(z.object({ key: z.string(), version: z.string(), sha256: z.string() })) })
const login = z.object({ token: z.string(), user: z.object({ userId: z.number(), mobile: z.string(), name: z.string().nullable() }) })
export type AppLogin = z.infer<typeof login>

/** Looks for the code this often, this many times. */
const lookMs = 100
const looksMax = 50

/** What the simulated app's own login does: the code that the sandbox was sent, typed by itself. Throws in words for the lab's page. */
export async function logInAsApp(deps: Deps, apiUrl: string, mobile: string): Promise<AppLogin> {
  const call = callAt(apiUrl)
  const before = (await codesOf(deps, mobile)).length
  await call(api.session.sendCode, { mobile, purpose: 'login' })
  const authCode = await newCode(deps, mobile, before)
  const agreed = texts
    .parse(await call(api.agreement.current, undefined, '?scene=login'))
    .texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
  return login.parse(await call(api.session.registerAndLogin, { mobile, authCode, channelCode: constants.channelCodeDefault, agreed }))
}

const codesOf = async (deps: Deps, mobile: string) => (await newestSms(deps, mobile)).flatMap(({ code }) => (code === null ? [] : [code]))

async function newCode(deps: Deps, mobile: string, before: number): Promise<string> {
  for (let look = 0; look < looksMax; look++) {
    const codes = await codesOf(deps, mobile)
    if (codes.length > before) return codes[0] ?? ''
    await new Promise((settle) => setTimeout(settle, lookMs))
  }
  throw new Error('No code arrived')
}

const callAt =
  (apiUrl: string) =>
  async ({ method, path }: Endpoint, body?: object, query = ''): Promise<unknown> => {
    const answer = await fetch(`${apiUrl}${constants.apiPrefix}${path}${query}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const { code, msg, data } = envelope.parse(await answer.json())
    if (code !== 0) throw new Error(msg)
    return data
  }
