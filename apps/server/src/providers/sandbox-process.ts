import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@fyh/base/clock.ts'
import { lenderParty } from '@fyh/base/lender-party.ts'
import { partySecrets, type VendorParty } from '@fyh/base/vendor-parties.ts'
import { verify } from '@fyh/serve/signed.ts'
import { standInSecret, vendorSecrets } from '@fyh/serve/vendor-secrets.ts'
import { z } from 'zod'
import { testDatabase } from '../../../../tools/postgres/test-database.ts'
import { makeProviders } from './adapters.ts'
import { lenderUnderTest, type UnderTest } from './adapters-under-test.ts'
import { scriptedApps } from './scripted-messenger.ts'

const secret = 'a secret only for tests'
const secrets = vendorSecrets(partySecrets({ VENDOR_SECRET: secret, VENDOR_SECRETS_RETIRED: [] }))
const clock = systemClock()
const sandboxFolder = fileURLToPath(new URL('../../../sandbox/', import.meta.url))
const messages = z.object({ sms: z.array(z.object({ code: z.string().nullable() })) })
const challenges = z.object({ checks: z.array(z.object({ challengeId: z.string(), x: z.int(), sum: z.int() })) })
const code = z.object({ code: z.string() })
const person = z.object({ name: z.string(), issuer: z.string() })

/** The sandbox as its own process on its own database, spoken to over HTTP as in production. */
export async function openSandboxProcess(): Promise<UnderTest> {
  const database = await testDatabase({ migrations: `${sandboxFolder}migrations`, schema: 'sandbox' })
  const receiver = await openReceiver()
  const { url, stop } = await startSandbox(database.url)
  const get = async (path: string) => (await fetch(`${url}${path}`)).json()
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const appOf = (kind: 'account' | 'mini') => ({
    kind,
    appId: scriptedApps[kind],
    secret: standInSecret(secrets('messenger')[0], scriptedApps[kind]),
  })
  const chosen = 'sandbox'
  return {
    providers: makeProviders({
      choice: { sms: chosen, ocr: chosen, face: chosen, bank: chosen, payment: chosen, benefit: chosen, check: chosen },
      lenders: { adapterOf: () => ({ name: chosen, setting: 'PROVIDER_LENDER' }), addressOf: () => undefined },
      // Short, so that a lost answer need not be waited for; the sandbox holds such a line for longer than this.
      sandbox: { baseUrl: url, secrets, clock, timeLimitMs: 1_500 },
      messenger: { baseUrl: `${url}/messenger`, apps: [appOf('account'), appOf('mini')], timeLimitMs: 1_500 },
    }),
    delivered: async (mobile) => messages.parse(await get(`/api/sms?mobile=${mobile}`)).sms.length,
    bankCode: async (mobile) => messages.parse(await get(`/api/sms?mobile=${mobile}`)).sms[0]?.code ?? '',
    solution: async (challengeId) => {
      const { checks } = challenges.parse(await get('/api/checks'))
      const found = checks.find((one) => one.challengeId === challengeId)
      return { x: found?.x ?? 0, text: String(found?.sum ?? '') }
    },
    messengerCode: async (app, who) => {
      const appId = scriptedApps[app]
      return { appId, ...code.parse(await (await post('/api/messenger/codes', { appId, person: who })).json()) }
    },
    card: async (side) => {
      const { name, issuer } = person.parse(await get('/api/persons/suite'))
      const image = Buffer.from(await (await fetch(`${url}/samples/suite/${side}.png`)).arrayBuffer())
      return { image, name: side === 'front' ? name : null, issuer: side === 'back' ? issuer : null }
    },
    order: async (port, failure) => {
      const order = { port: port === 'lender' ? lenderParty(lenderUnderTest) : port, failure: failure === 'refuse' ? 'refuse' : 'timeOut' }
      await post('/api/orders', order)
    },
    notices: async (key) => receiver.received.filter((body) => body.key === key),
    noticeUrl: receiver.url,
    close: async () => {
      await stop()
      await receiver.close()
      await database.drop()
    },
  }
}

async function startSandbox(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [`${sandboxFolder}src/main.ts`], {
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: databaseUrl,
      DATABASE_SCHEMA: 'sandbox',
      VENDOR_SECRET: secret,
      SANDBOX_PORT: '0',
      SANDBOX_DELAY_MS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Listened for from the beginning: one that ended by itself says so only once.
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /"port":(\d+)/.exec(line)?.[1]
    if (port === undefined) continue
    child.stdout.resume()
    return { url: `http://127.0.0.1:${port}`, stop }
  }
  throw new Error('the sandbox ended before it listened')
}

/** Who a call-back is from: one of a lender names it, one about benefits comes to a path of its own. */
function partyOf(body: string, path: string): VendorParty {
  if (path.endsWith('/benefit')) return 'benefit'
  const { lenderId } = z.object({ lenderId: z.int().optional() }).parse(JSON.parse(body))
  return lenderId === undefined ? 'payment' : lenderParty(lenderId)
}

/** Takes the call-backs as the product would; one whose signature does not hold is not taken. */
async function openReceiver() {
  const received: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const parts = {
      method: request.method ?? '',
      path: request.url ?? '',
      body,
      headers: request.headers,
      secrets: [secrets(partyOf(body, request.url ?? ''))[0]],
      now: clock.machineNow(),
    }
    const verdict = await verify({ ...parts, remember: async () => true })
    if (verdict === 'ok') received.push(JSON.parse(body))
    response
      .writeHead(verdict === 'ok' ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code: 0, msg: '', data: {} }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}/notice`, received, close }
}
