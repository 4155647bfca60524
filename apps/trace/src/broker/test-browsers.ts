import { setTimeout as wait } from 'node:timers/promises'
import { randomText } from '@fyh/base/ids.ts'
import { collect } from '@fyh/contract/trace.ts'

const eventsInBatch = 5
const answerLimitMs = 15_000
const retryMs = 50
const paceMs = 20

export type Browsers = {
  /** Events acknowledged so far. */
  acknowledged(): number
  /** Resolves when so many more are acknowledged. */
  more(events: number): Promise<void>
  /** Lets each finish the batch it has, and tells how many events all of them sent; all are acknowledged. */
  finish(): Promise<number>
}

/** Browsers that send batches one after the other, each until it is acknowledged, as the web tracer does. */
export function startBrowsers({ count, url }: { count: number; url: () => string }): Browsers {
  const stopping = new AbortController()
  let acknowledged = 0
  const browsers = Array.from({ length: count }, () => browse(randomText(19)))

  async function browse(generateId: string): Promise<void> {
    for (let seq = 1; !stopping.signal.aborted; seq += eventsInBatch) {
      const events = Array.from({ length: eventsInBatch }, (_, index) => ({ ...event, generateId, seq: seq + index, at: Date.now() }))
      const body = JSON.stringify({ events })
      while (!(await send(url(), body))) await wait(retryMs)
      acknowledged += eventsInBatch
      // So that they leave something of the machine to the processes that are started meanwhile.
      await wait(paceMs)
    }
  }

  return {
    acknowledged: () => acknowledged,
    async more(events) {
      const goal = acknowledged + events
      while (acknowledged < goal) await wait(5)
    },
    async finish() {
      stopping.abort()
      await Promise.all(browsers)
      return acknowledged
    },
  }
}

const event = collect.trace.example.body

async function send(url: string, body: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/fuyh/trace`, { method: 'POST', headers, body, signal: AbortSignal.timeout(answerLimitMs) })
    return response.ok && isStored(await response.json())
  } catch {
    return false
  }
}

const headers = { 'content-type': 'text/plain;charset=UTF-8' }

function isStored(answer: unknown): boolean {
  return JSON.stringify(answer).includes(`"stored":${eventsInBatch}`)
}
