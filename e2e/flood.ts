import { setTimeout as wait } from 'node:timers/promises'
import { collect } from '@fyh/contract/trace.ts'

/** Senders that send as fast as they are answered, until they are stopped; tells how many requests were answered. */
export function flood(trace: string) {
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
