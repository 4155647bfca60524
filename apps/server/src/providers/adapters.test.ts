import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '@fyh/base/clock.ts'
import { partySecrets } from '@fyh/base/vendor-parties.ts'
import { signAnswer } from '@fyh/serve/signed.ts'
import { vendorSecrets } from '@fyh/serve/vendor-secrets.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProviders } from './adapters.ts'

const secrets = vendorSecrets(partySecrets({ VENDOR_SECRET: 'a secret only for tests', VENDOR_SECRETS_RETIRED: [] }))
const [secret] = secrets('sms')
const choice = {
  sms: 'sandbox',
  ocr: 'sandbox',
  face: 'sandbox',
  bank: 'sandbox',
  payment: 'sandbox',
  benefit: 'sandbox',
  check: 'sandbox',
}
const lenders = { adapterOf: () => ({ name: 'sandbox', setting: 'PROVIDER_LENDER' }), addressOf: () => undefined }
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
    lenders,
    messenger,
    sandbox: { baseUrl: `http://127.0.0.1:${port}`, secrets, clock: systemClock(), onUnknown: (_, reason) => why.push(reason) },
  })
}

test('an unknown adapter name stops the start and names what there is', () => {
  const sandbox = { baseUrl: 'http://127.0.0.1:1', secrets, clock: systemClock() }
  expect(() => makeProviders({ choice: { ...choice, sms: 'toString' }, lenders, sandbox, messenger })).toThrow(
    'PROVIDER_SMS=toString names no adapter of sms; there is: sandbox',
  )
})

test('lenders are called at their own addresses under their own secrets; an unknown adapter of one is named by its setting', async () => {
  const seen: string[] = []
  const other = createServer((request, response) => {
    seen.push(String(request.url))
    const body = '{"answer":"ok","state":"notFound","amountFen":0,"paidAt":null,"reason":null}'
    const nonce = String(request.headers['x-nonce'])
    response.writeHead(200, { ...signAnswer({ status: 200, body, nonce, secret: secrets('lender_2')[0] }) }).end(body)
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const adapterOf = (lenderId: number) =>
    lenderId === 3 ? { name: 'nobody', setting: 'PROVIDER_LENDER_3' } : { name: 'sandbox', setting: 'PROVIDER_LENDER' }
  const sandbox = { baseUrl: 'http://127.0.0.1:1', secrets, clock: systemClock() }
  const { lender } = makeProviders({
    choice,
    lenders: { adapterOf, addressOf: (lenderId) => (lenderId === 1 ? undefined : address) },
    sandbox,
    messenger,
  })
  expect(await lender(2).queryPayOut({ key: 'k1' })).toMatchObject({ answer: 'ok', state: 'notFound' })
  // The answer is signed as lender 2 signs.
  expect(await lender(4).queryPayOut({ key: 'k1' })).toEqual({ answer: 'unknown' })
  expect(await lender(1).queryPayOut({ key: 'k1' })).toEqual({ answer: 'unknown' })
  expect(seen).toEqual(['/vendor/lender_2/queryPayOut', '/vendor/lender_4/queryPayOut'])
  expect(() => lender(3)).toThrow('PROVIDER_LENDER_3=nobody names no adapter of lender 3; there is: sandbox')
  await new Promise((resolve) => other.close(resolve))
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
  const lonely = makeProviders({ choice, lenders, messenger, sandbox: { baseUrl: 'http://127.0.0.1:1', secrets, clock: systemClock() } })
  expect(await lonely.sms.send(message)).toEqual({ answer: 'unknown' })
})

test('a whole signed answer is taken', async () => {
  answer = { status: 200, body: '{"answer":"refused","reason":"no"}', secret }
  expect(await providers([]).sms.send(message)).toEqual({ answer: 'refused', reason: 'no' })
})
