import { expect } from '@playwright/test'

type Sms = { readonly text: string; readonly mobile: string; readonly code?: string | null }

/** What a person does on the sandbox page, over its JSON: read text messages, order failures, move the date. */
export const sandboxAt = (url: string) => ({
  /** The newest code sent to a phone; `after` waits for one more than was seen before. */
  async code(mobile: string, after = 0): Promise<string> {
    let code = ''
    await expect
      .poll(async () => {
        const codes = (await sms(url, mobile)).flatMap((m) => m.text.match(/(?<!\d)\d{4,6}(?!\d)/)?.[0] ?? [])
        code = codes[0] ?? ''
        return codes.length > after && code !== ''
      })
      .toBe(true)
    return code
  },
  async count(mobile: string): Promise<number> {
    return (await sms(url, mobile)).length
  },
  texts: (mobile: string) => sms(url, mobile),
  async order(port: string, action: string, count = 1): Promise<void> {
    const answer = await fetch(`${url}/api/orders`, json({ port, action, count }))
    if (!answer.ok) throw new Error(`the sandbox did not take the order: ${await answer.text()}`)
  },
  async moveTo(today: string): Promise<void> {
    const answer = await fetch(`${url}/api/clock`, json({ today }))
    if (!answer.ok) throw new Error(`the date did not move: ${await answer.text()}`)
  },
})

const json = (body: unknown): RequestInit => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

async function sms(url: string, mobile: string): Promise<Sms[]> {
  const answer = await fetch(`${url}/api/sms?mobile=${encodeURIComponent(mobile)}`)
  const body: unknown = await answer.json()
  return Array.isArray(body) ? body : body && typeof body === 'object' && 'sms' in body && Array.isArray(body.sms) ? body.sms : []
}
