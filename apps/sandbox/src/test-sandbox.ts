import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@fyh/base/clock.ts'
import { makeIdSource, randomText } from '@fyh/base/ids.ts'
import { lenderParty } from '@fyh/base/lender-party.ts'
import { isVendorParty, partySecrets, type VendorParty } from '@fyh/base/vendor-parties.ts'
import { openPool } from '@fyh/postgres/pool.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { answerHolds, sign, type Verdict, verify } from '@fyh/serve/signed.ts'
import { vendorSecrets } from '@fyh/serve/vendor-secrets.ts'
import { type TestDatabase, testDatabase } from '../../../tools/postgres/test-database.ts'
import { createSandbox } from './app.ts'

const retired = 'a secret that is retired'
export const secrets = vendorSecrets(partySecrets({ VENDOR_SECRET: 'a secret only for tests', VENDOR_SECRETS_RETIRED: [retired] }))
/** As a caller has it that still signs with the retired secret. */
export const formerSecrets = vendorSecrets(partySecrets({ VENDOR_SECRET: retired, VENDOR_SECRETS_RETIRED: [] }))
const clock = systemClock()
const ids = makeIdSource({ clock, node: 1 })

/** The secret of the party that a path names. */
function secretFor(path: string): string {
  const [party = ''] = path.split('/')
  return secrets(isVendorParty(party) ? party : 'sms')[0]
}

export type TestSandbox = Awaited<ReturnType<typeof openSandbox>>

export const sandboxDatabase = (): Promise<TestDatabase> =>
  testDatabase({ migrations: fileURLToPath(new URL('../migrations', import.meta.url)), schema: 'sandbox' })

/** A sandbox on a database, without a port of its own: calls go in directly. */
export async function openSandbox(database: TestDatabase, { apiUrl = 'http://127.0.0.1:1', hasLab = false } = {}) {
  const pool = openPool({ url: database.url, schema: 'sandbox', applicationName: 'test-sandbox', max: 4 })
  const deps = { pool, clock, ids, timing: { delayMs: 0, lateMs: 0, holdMs: 0 } }
  const lab = hasLab ? { apiUrl, traceUrl: apiUrl } : undefined
  const app = createSandbox(deps, { secrets, apiUrl, log: makeLog({ name: 'sandbox', level: 'silent' }), hosts: ['sandbox.example'], lab })
  await app.ready()
  return {
    app,
    deps,
    /** A signed call; undefined when the line was cut without an answer. */
    call: async (path: string, body: object, { key = secretFor(path) } = {}) => {
      const payload = JSON.stringify(body)
      const nonce = randomText(24)
      const headers = sign({ method: 'POST', path: `/vendor/${path}`, body: payload, secret: key, at: clock.machineNow(), nonce })
      const response = await app
        .inject({ method: 'POST', url: `/vendor/${path}`, headers: { 'content-type': 'application/json', ...headers }, payload })
        .catch(() => undefined)
      if (response === undefined) return undefined
      const isSigned = answerHolds({
        nonce,
        status: response.statusCode,
        body: response.body,
        secret: key,
        signature: String(response.headers['x-signature']),
      })
      return { status: response.statusCode, answer: response.json(), isSigned }
    },
    get: async (url: string) => (await app.inject({ url })).json(),
    post: async (url: string, payload: object) => app.inject({ method: 'POST', url, payload }),
    close: async () => {
      await app.close()
      await pool.end()
    },
  }
}

/** Who a call-back is from: one of a lender names it. */
function partyOf(body: string): VendorParty {
  const told = body === '' ? {} : JSON.parse(body)
  return typeof told.lenderId === 'number' ? lenderParty(told.lenderId) : 'payment'
}

export type Received = { verdict: Verdict; path: string; body: Record<string, unknown> }

/** Stands where the product is: takes call-backs and questions, checks the signature of the former, and answers as told. */
export async function openReceiver() {
  const received: Received[] = []
  const answers: { status: number; body: object }[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const parts = {
      method: request.method ?? '',
      path: request.url ?? '',
      body,
      headers: request.headers,
      secrets: [secrets(partyOf(body))[0]],
    }
    const verdict = await verify({ ...parts, now: clock.machineNow(), remember: async () => true })
    received.push({ verdict, path: parts.path, body: body === '' ? {} : JSON.parse(body) })
    const { status, body: said } = answers.shift() ?? { status: 200, body: { code: 0, msg: '', data: { received: true } } }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api/notice`,
    received,
    /** What the coming call-backs are answered, before the usual acknowledgement. */
    answerNext: (status: number, body: object) => answers.push({ status, body }),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
