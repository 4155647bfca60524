import { constants } from '@fyh/contract/options.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { USER_REQUESTS_MAX: '16' } })
})
afterAll(() => server.close())

const quote = (token: string) =>
  server.inject({
    method: 'POST',
    url: `${constants.apiPrefix}/fyh/app/loan/quote`,
    headers: { 'x-user-token': token, 'content-type': 'application/json' },
    payload: { productId: 101, amountFen: 100_000, periods: 12, use: '01' },
  })

test('of 300 orders of one user at once few are worked, the rest get BUSY, and another user is served meanwhile', async () => {
  const [one, other] = [await server.newBorrower({ upTo: 'limit' }), await server.newBorrower({ upTo: 'limit' })]
  const flood = Array.from({ length: 300 }, () => quote(one.token))
  const { data } = await server.call('home', 'tabInfo', {}, { token: other.token })
  expect(data).toMatchObject({ dueCount: 0 })
  const answers = await Promise.all(flood)
  const busy = answers.filter(({ statusCode }) => statusCode === 429)
  expect(answers.length - busy.length).toBe(16)
  expect(busy[0]?.json()).toMatchObject({ code: 1, error: 'BUSY', msg: '请求过于频繁，请稍后再试' })
  expect((await server.call('home', 'tabInfo', {}, { token: one.token })).code).toBe(0)
})
