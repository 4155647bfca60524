import { describe, expect, test } from 'vitest'
import { answerHolds, sign, signAnswer, signatureWindowMs, signedBy, verify } from './signed.ts'

const at = new Date('2026-11-27T02:00:00Z')
const signing = 'a secret of some length'
const call = { method: 'POST', path: '/pay?x=1', body: '{"amountFen":5}', secret: signing, secrets: [signing] }

function receiver() {
  const seen = new Set<string>()
  return async (nonce: string) => !seen.has(nonce) && seen.add(nonce).has(nonce)
}

describe('calls', () => {
  test('what was signed verifies once, the second time it is a replay', async () => {
    const given = { ...call, headers: sign({ ...call, at }), now: at, remember: receiver() }
    expect([await verify(given), await verify(given)]).toEqual(['ok', 'replayed'])
  })

  test.each([
    ['method', { method: 'GET' }],
    ['path', { path: '/pay?x=2' }],
    ['body', { body: '{"amountFen":6}' }],
    ['secret', { secrets: ['another secret'] }],
  ])('a changed %s is found, and costs no nonce', async (_, change) => {
    const remember = receiver()
    const headers = sign({ ...call, at })
    expect(await verify({ ...call, ...change, headers, now: at, remember })).toBe('wrong')
    expect(await verify({ ...call, headers, now: at, remember })).toBe('ok')
  })

  test('a retired secret is accepted, and the one that signed is found', async () => {
    const headers = sign({ ...call, at })
    expect(await verify({ ...call, secrets: ['a new secret', signing], headers, now: at, remember: receiver() })).toBe('ok')
    expect(signedBy({ ...call, secrets: ['a new secret', signing], headers })).toBe(signing)
    expect(signedBy({ ...call, secrets: ['a new secret'], headers })).toBeUndefined()
  })

  test('a changed nonce or time stamp is found', async () => {
    const headers = sign({ ...call, at })
    const with_ = (change: object) => verify({ ...call, headers: { ...headers, ...change }, now: at, remember: receiver() })
    expect(await with_({ 'x-nonce': 'another-nonce' })).toBe('wrong')
    expect(await with_({ 'x-timestamp': String(at.getTime() + 1) })).toBe('wrong')
  })

  test('the window is five minutes on either side', async () => {
    const now = (ms: number) => verify({ ...call, headers: sign({ ...call, at }), now: new Date(at.getTime() + ms), remember: receiver() })
    expect(await now(signatureWindowMs)).toBe('ok')
    expect(await now(-signatureWindowMs)).toBe('ok')
    expect(await now(signatureWindowMs + 1)).toBe('stale')
    expect(await now(-signatureWindowMs - 1)).toBe('stale')
  })

  test.each(['x-timestamp', 'x-nonce', 'x-signature'])('without %s nothing is verified', async (name) => {
    expect(await verify({ ...call, headers: { ...sign({ ...call, at }), [name]: undefined }, now: at, remember: receiver() })).toBe(
      'missing',
    )
  })
})

describe('answers', () => {
  const answer = { nonce: 'nonce-0001', status: 200, body: '{"code":0}', secret: call.secret }

  test('an answer holds for its own call alone', () => {
    const { 'x-signature': signature } = signAnswer(answer)
    expect(answerHolds({ ...answer, signature })).toBe(true)
    expect(answerHolds({ ...answer, nonce: 'nonce-0002', signature })).toBe(false)
    expect(answerHolds({ ...answer, body: '{"code":1}', signature })).toBe(false)
    expect(answerHolds({ ...answer, status: 500, signature })).toBe(false)
    expect(answerHolds({ ...answer, signature: null })).toBe(false)
  })
})
