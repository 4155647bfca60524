import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@fyh/contract/api.ts'
import { collect } from '@fyh/contract/trace.ts'
import { makeBorrower } from './api-borrower.ts'
import { expect, test } from './trace-harness.ts'

/** Senders that send as fast as they are answered, until they are stopped; tells how many requests were answered. */
function flood(trace: string) {
  let ended = false
  let answered = 0
  const events = Array.from({ length: 100 }, () => ({ ...collect.trace.example.body, generateId: 'flood' }))
  const body = JSON.stringify({ events })
  const senders = Array.from({ length: 8 }, async () => {
    while (!ended) {
      const sent = await fetch(`${trace}/fuyh/trace`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body }).catch(
        () => undefined,
      )
      await sent?.body?.cancel()
      if (sent === undefined) await wait(20)
      else answered += 1
    }
  })
  return {
    answered: () => answered,
    async stop() {
      ended = true
      await Promise.all(senders)
    },
  }
}

test('R1.4 R7.11 while the trace backend is flooded and its database dies, borrowers log in, reports are answered, and those reach it afterwards', async ({
  stack,
  traced,
  eventsOf,
}) => {
  const flooding = flood(stack.trace)
  await expect.poll(flooding.answered).toBeGreaterThan(0)
  for (const round of [0, 1, 2]) {
    traced.killDatabase()
    const borrower = await makeBorrower(stack, { seed: `flooded-${round}`, number: 381 + round, upTo: 'login' })
    expect(borrower.token).not.toBe('')
    expect((await fetch(`${stack.web}/healthz`)).status).toBe(200)
    const report = await fetch(`${stack.web}/api${api.trace.report.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId: '', sessionId: '', channelCode: 'tr-flood' }),
    })
    expect(await report.json()).toMatchObject({ code: 0, data: { sessionId: expect.stringMatching(/^\w{19}$/) } })
  }
  await flooding.stop()
  await expect.poll(async () => (await fetch(`${stack.trace}/healthz`)).status).toBe(200)
  await expect.poll(async () => (await eventsOf('tr-flood')).map(({ event }) => event)).toEqual(Array(3).fill('app_report'))
  expect(stack.output()).toContain('PostgreSQL of the trace backend is back')
})
