import { fail } from '@fyh/serve/fail.ts'
import type { OnceKey } from '@fyh/serve/routes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from './deps.ts'
import { answerOrNever, forgetOldNonces, onceInTransaction } from './idempotency.ts'
import { type TestServer, testServer } from './test-server.ts'

const unlimited = { dailyMax: 100, onTooMany: () => fail('BUSY') }
let server: TestServer
let effects: number
const order: OnceKey = { userId: 7, key: 'key-00000001', operation: 'test.pay', requestHash: 'a' }

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  effects = 0
  await server.db.deleteFrom('idempotency').execute()
  await server.db.deleteFrom('blocked_phone').execute()
})

const once = (given: Partial<OnceKey>, work: (tx: Tx) => Promise<unknown> = act) =>
  onceInTransaction(server.deps)({ ...order, ...given }, work)

/** Stands for what an order does: a row of any table. */
async function act(tx: Tx): Promise<{ number: number }> {
  effects += 1
  await tx
    .insertInto('blocked_phone')
    .values({ phone_index: Buffer.from([effects]), reason: 'effect', blocked_at: server.machine.now() })
    .execute()
  return { number: effects }
}
const written = async () => (await server.db.selectFrom('blocked_phone').select('reason').execute()).length

describe('idempotency', () => {
  test('the same key with the same request gets the first answer again', async () => {
    expect([await once({}), await once({})]).toEqual([{ data: { number: 1 } }, { data: { number: 1 } }])
    expect([effects, await written()]).toEqual([1, 1])
  })

  test('ID-01 twelve twins at once make one effect and all get its answer', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => once({})))
    expect(answers).toEqual(Array.from({ length: 12 }, () => ({ data: { number: 1 } })))
    expect([effects, await written()]).toEqual([1, 1])
  })

  test('the same key with another request is told apart and does nothing', async () => {
    await once({})
    expect(await once({ requestHash: 'b' })).toBe('reused')
    expect(await written()).toBe(1)
  })

  test('another borrower’s key of the same name is another key', async () => {
    await once({})
    expect(await once({ userId: 8 })).toEqual({ data: { number: 2 } })
  })

  test('DB-07 work that fails leaves neither effect nor answer, and the key stays free', async () => {
    const crash = async (tx: Tx) => {
      await act(tx)
      throw new Error('the machine went away')
    }
    await expect(once({}, crash)).rejects.toThrow('the machine went away')
    expect([await written(), (await server.db.selectFrom('idempotency').selectAll().execute()).length]).toEqual([0, 0])
    expect(await once({})).toEqual({ data: { number: 2 } })
  })

  test('of twins whose first is refused the next tries in earnest', async () => {
    let tries = 0
    const refusedFirst = async (tx: Tx) => {
      tries += 1
      return tries === 1 ? fail('LIMIT_MISSING') : act(tx)
    }
    const answers = await Promise.allSettled(Array.from({ length: 4 }, () => once({}, refusedFirst)))
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect([tries, await written()]).toEqual([2, 1])
  })

  test('ID-02 who asks for the answer waits for work that runs under the key', async () => {
    const [running, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ordered = once({}, async (tx) => {
      begun.resolve()
      await running.promise
      return act(tx)
    })
    await begun.promise
    const asked = answerOrNever(server.deps, { userId: 7, key: order.key, operation: 'test.ask', ...unlimited })
    running.resolve()
    expect(await asked).toEqual({ operation: 'test.pay', data: { number: 1 } })
    expect(await ordered).toEqual({ data: { number: 1 } })
  })

  test('ID-02 a key that was asked for and had no answer is used up: nothing can be done under it any more', async () => {
    const asked = { userId: 7, key: order.key, operation: 'test.ask', ...unlimited }
    expect([await answerOrNever(server.deps, asked), await answerOrNever(server.deps, asked)]).toEqual([undefined, undefined])
    expect([await once({}), await written()]).toEqual(['reused', 0])
  })

  test('ID-02 a key is never forgotten, a nonce is once its window is over', async () => {
    await once({})
    await server.db.insertInto('vendor_nonce').values({ nonce: 'nonce-0001', until: server.machine.machineNow() }).execute()
    server.machine.pass(3 * 365 * 86_400_000)
    await forgetOldNonces(server.deps)
    expect(await once({})).toEqual({ data: { number: 1 } })
    expect(await server.db.selectFrom('vendor_nonce').selectAll().execute()).toEqual([])
  })
})
