import { expect } from '@playwright/test'
import { z } from 'zod'

const smsList = z.object({ sms: z.array(z.object({ mobile: z.string(), text: z.string(), code: z.string().nullable() })) })
const callList = z.object({ calls: z.array(z.object({ method: z.string() })) })
const checkList = z.object({ checks: z.array(z.object({ x: z.number(), sum: z.number() })) })
const date = z.object({ today: z.string() })
const person = z.object({ name: z.string(), idNumber: z.string() })
export type Sandbox = ReturnType<typeof sandboxAt>
type Failure = 'refuse' | 'timeOut' | 'twice' | 'late' | 'never' | 'part' | 'backDated'

/** What a person does on the sandbox page, over its JSON: read text messages, order failures, fetch sample cards, move the date. */
export const sandboxAt = (url: string) => ({
  /** How many codes a phone has been sent so far; hand it to `code` to wait for the next one. */
  codes: async (mobile: string) => (await codesOf(url, mobile)).length,
  async code(mobile: string, after: number): Promise<string> {
    await expect.poll(async () => (await codesOf(url, mobile)).length, { intervals: [100] }).toBeGreaterThan(after)
    return (await codesOf(url, mobile))[0] ?? ''
  },
  async texts(mobile: string): Promise<string[]> {
    return (await smsOf(url, mobile)).map(({ text }) => text)
  },
  /** What solves the newest challenge. */
  async newestCheck(): Promise<{ readonly x: number; readonly sum: number }> {
    const { checks } = checkList.parse(await (await fetch(`${url}/api/checks`)).json())
    const [newest] = checks
    if (newest === undefined) throw new Error('no challenge was issued')
    return newest
  },
  async order(
    port: 'sms' | 'ocr' | 'face' | 'bank' | 'payment' | 'benefit' | 'lender' | 'messenger' | 'check',
    failure: Failure,
    calls = 1,
    days = 5,
  ): Promise<void> {
    await post(`${url}/api/orders`, { port, failure, calls, days })
  },
  /** Everything goes well again from now on. */
  async clearOrders(): Promise<void> {
    await post(`${url}/api/orders/clear`, {})
  },
  /** How many codes the messenger was asked to exchange, of its newest calls. */
  async exchanges(): Promise<number> {
    const { calls } = callList.parse(await (await fetch(`${url}/api/calls?port=messenger`)).json())
    return calls.filter(({ method }) => method === 'sns/oauth2/access_token').length
  },
  /** Moves the date, and every day on the way is closed; what comes of the debits that this ordered may follow later. */
  async moveTo(today: string): Promise<void> {
    date.parse(await post(`${url}/api/clock`, { today }))
  },
  async today(): Promise<string> {
    let told: unknown
    // A busy product may not have told the sandbox yet.
    await expect
      .poll(async () => {
        told = await (await fetch(`${url}/api/clock`)).json()
        return date.safeParse(told).success
      })
      .toBe(true)
    return date.parse(told).today
  },
  async person(seed: string): Promise<z.infer<typeof person>> {
    return person.parse(await (await fetch(`${url}/api/persons/${seed}`)).json())
  },
  /** A sample card as a file to upload. */
  async sample(seed: string, file: 'front.png' | 'back.png' | 'unreadable.png') {
    const answer = await fetch(`${url}/samples/${seed}/${file}`)
    return { name: file, mimeType: 'image/png', buffer: Buffer.from(await answer.arrayBuffer()) }
  },
})

const smsOf = async (url: string, mobile: string) =>
  smsList.parse(await (await fetch(`${url}/api/sms?mobile=${encodeURIComponent(mobile)}`)).json()).sms
const codesOf = async (url: string, mobile: string) => (await smsOf(url, mobile)).flatMap(({ code }) => (code === null ? [] : [code]))

async function post(url: string, body: unknown): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
