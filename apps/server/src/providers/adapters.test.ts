import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '@fyh/base/clock.ts'
import { signAnswer } from '@fyh/serve/signed.ts'
import { vendorSecrets } from '@fyh/serve/vendor-secrets.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProviders } from './adapters.ts'

const secrets = vendorSecrets({ VENDOR_SECRET: 'a secret only for tests', VENDOR_SECRETS_RETIRED: [] })
const [secret] = secrets('sms')
const choice = { sms: 'sandbox', ocr: 'sandbox', face: 'sandbox', bank: 'sandbox', payment: 'sandbox', lender: 'sandbox' }
const messenger = { baseUrl: 'http://127.0.0.1:1', apps: [] }
const message = { key: 'k1', mobile: '13800000001', text: 'text', template: 'login' }

/** What the vendor answers next. */
let answer: { status: number; body: string; secret: string; nonce?: string }
const server = createServer((request, response) => {
  const nonce = answer.nonce ?? String(request.headers['x-nonce'])
  response.writeHead(answer.status, { ...signAnswer({ ...answer, nonce }) }).end(answer.body)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

function providers(why: string[]) {
  const { port } = server.address() as AddressInfo
  return makeProviders({
    choice,
    messenger,
    sandbox: { baseUrl: `http://127.0.0.1:${port}`, secrets, clock: systemClock(), onUnknown: (_, reason) => why.push(reason) },
  })
}

test('an unknown adapter name stops the start and names what there is', () => {
  const sandbox = { baseUrl: 'http://127.0.0.1:1', secrets, clock: systemClock() }
  expect(() => makeProviders({ choice: { ...choice, sms: 'toString' }, sandbox, messenger })).toThrow(
    'PROVIDER_SMS=toString names no adapter of sms; there is: sandbox',
  )
})

test.each([
  ['a server error', { status: 500, body: '{"answer":"ok"}', secret }, 'HTTP 500'],
  ['a foreign signature', { status: 200, body: '{"answer":"ok"}', secret: 'another secret' }, 'signature'],
  ['the signature of another party', { status: 200, body: '{"answer":"ok"}', secret: secrets('payment')[0] }, 'signature'],
  ['an answer to another call', { status: 200, body: '{"answer":"ok"}', secret, nonce: 'another-nonce' }, 'signature'],
  ['an answer of another shape', { status: 200, body: '{"answer":"maybe"}', secret }, 'unexpected shape'],
  ['something that is no JSON', { status: 200, body: '<html>', secret }, 'JSON'],
])('%s is no answer', async (_, given, reason) => {
  answer = given
  const why: string[] = []
  expect(await providers(why).sms.send(message)).toEqual({ answer: 'unknown' })
  expect(why.join()).toContain(reason)
})

test('nobody listening is no answer', async () => {
  const lonely = makeProviders({ choice, messenger, sandbox: { baseUrl: 'http://127.0.0.1:1', secrets, clock: systemClock() } })
  expect(await lonely.sms.send(message)).toEqual({ answer: 'unknown' })
})

test('a whole signed answer is taken', async () => {
  answer = { status: 200, body: '{"answer":"refused","reason":"no"}', secret }
  expect(await providers([]).sms.send(message)).toEqual({ answer: 'refused', reason: 'no' })
})
