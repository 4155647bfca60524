import { fixedClock } from '@fyh/base/clock.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { createHttp } from '@fyh/serve/serve.ts'
import { expect, test } from 'vitest'
import { collectRoutes } from './collect-routes.ts'
import { openIntake } from './intake.ts'
import { openNameLimit } from './name-limit.ts'
import { testMobileIndex, testRows } from './test-events.ts'

test('while the queue is full a request is turned away before its body is read, and taken again afterwards', async () => {
  const origin = 'http://127.0.0.1:8080'
  const gate = Promise.withResolvers<void>()
  const taken: number[] = []
  const intake = openIntake({
    store: async (rows) => {
      taken.push(rows.length)
      await gate.promise
    },
    isFaultOfRows: () => false,
    rowsMax: 100,
    writersMax: 1,
  })
  const log = makeLog({ name: 'trace', level: 'silent' })
  const clock = fixedClock('2026-11-28T10:00:00+08:00')
  const app = createHttp({ log, jsonTypes: ['text/plain'] })
  app.register(collectRoutes, {
    intake,
    tally: { add: () => undefined, write: async () => undefined },
    clock,
    log,
    mobileIndex: testMobileIndex,
    nameLimit: openNameLimit(),
    origins: [origin],
  })
  const post = (payload: string) =>
    app.inject({ method: 'POST', url: '/fuyh/trace', headers: { 'content-type': 'text/plain', origin }, payload })

  const [row] = testRows([{ seq: 1 }], clock.machineNow())
  const rows = row === undefined ? [] : [row]
  const first = intake.put(rows)
  await expect.poll(() => taken).toEqual([1])
  const second = intake.put(rows)
  const refused = await post('no JSON at all')
  expect([refused.statusCode, refused.headers['retry-after'], refused.headers['access-control-allow-origin']]).toEqual([503, '2', origin])
  gate.resolve()
  await Promise.all([first, second])
  expect((await post('no JSON at all')).json()).toMatchObject({ code: 1, error: 'INPUT_INVALID' })
  await app.close()
})
