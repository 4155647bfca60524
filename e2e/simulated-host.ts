import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Frame, Page } from '@playwright/test'
import { expect } from './harness.ts'
import type { Sandbox } from './sandbox.ts'
import { enterCode, fillWish } from './walk.ts'
import { opening, type Words } from './words.ts'

const script = (name: string) => readFileSync(new URL(`../apps/sandbox/src/lab/${name}.js`, import.meta.url), 'utf8')

export const agents = {
  iphone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  android: 'Mozilla/5.0 (Linux; Android 13; V2254A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/111.0.5563.116 Mobile',
} as const

export type HostCall = { readonly way: 'asked' | 'told'; readonly name: string; readonly data: unknown; readonly outcome: string }
type Manner = Readonly<Record<string, unknown>>

/** Puts the lab's simulated host into every page that is opened from now on; the answer grows by what host and page say to each other. */
export async function simulateHost(page: Page, manner: { kind: string } & Manner): Promise<HostCall[]> {
  const calls: HostCall[] = []
  await page.exposeFunction('reportHostCall', (call: HostCall) => calls.push(call))
  await page.addInitScript({ content: `window.hostLab = ${JSON.stringify(manner)};\n${script('simulator')}` })
  return calls
}

type Keys = { back: () => void; logIn: (who: object) => void; logOut: () => void; state: Record<string, unknown> }
declare global {
  interface Window {
    simulatedHost: Keys
  }
}

export const pressBack = (page: Page) => page.evaluate(() => window.simulatedHost.back())
export const logInToApp = (page: Page, who: { token: string; user: object }) =>
  page.evaluate((given) => window.simulatedHost.logIn(given), who)
export const stateOf = (page: Page) => page.evaluate(() => window.simulatedHost.state)

/** The names that were asked, without what every navigation asks again. */
export const asked = (calls: readonly HostCall[]): string[] =>
  calls.filter(({ way, name }) => way === 'asked' && name !== 'setHeader').map(({ name }) => name)

/** What the host was last told about its header. */
export const headerOf = (calls: readonly HostCall[]): unknown => calls.filter(({ name }) => name === 'setHeader').pop()?.data

/** A partner's page with the application in a frame, on an origin of its own. */
export async function servePartner(host: string): Promise<{ origin: string; close: () => Promise<unknown> }> {
  const server = createServer((request, response) => {
    const { app = '', path = '/home', silent } = Object.fromEntries(new URL(request.url ?? '/', 'http://partner').searchParams)
    const manner = JSON.stringify({ app, silent: silent === '1' })
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Partner</title><script>window.hostLab = ${manner}</script><script>${script('page-around')}</script>
      <iframe src="${app}${path}" style="width:100%;height:700px" title="app"></iframe>`)
  })
  await new Promise<void>((listening) => server.listen(0, host, listening))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { origin: `http://${host}:${port}`, close: () => new Promise((closed) => server.close(closed)) }
}

/** The main journey of a borrower whose limit and card are there, on a page or in a frame: from home to the money in the card. */
export async function borrowInHost(
  { page, sandbox, words }: { page: Page | Frame; sandbox: Sandbox; words: Words },
  mobile: string,
): Promise<void> {
  const w = words.borrow
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.getByRole('main').getByRole('button', { name: words.borrower.limit.borrow, exact: true }).click()
  await fillWish({ page, words }, '3000')
  await page.getByRole('group', { name: w.period }).getByRole('radio', { name: words.option.period['6'], exact: true }).check()
  await button(w.next).click()
  const sheet = page.getByRole('dialog', { name: w.sign.sheet })
  await sheet.getByRole('checkbox').check()
  await sheet.getByRole('button', { name: w.sign.submit, exact: true }).click()
  await enterCode({ page, sandbox, words }, mobile)
  await expect(page.getByRole('heading', { name: new RegExp(`^${opening(w.success.paid)}`) })).toBeVisible()
}

/** From the home of a guest to that of a borrower, by the code in the sandbox. */
export async function logInInHost(
  { page, sandbox, words }: { page: Page | Frame; sandbox: Sandbox; words: Words },
  mobile: string,
): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await button(words.home.guest.seeLimit).click()
  await page.getByLabel(words.session.login.mobile).fill(mobile)
  await enterCode({ page, sandbox, words }, mobile)
  await page.getByRole('checkbox').check()
  await button(words.session.login.submit).click()
  await expect(page.getByRole('main').getByRole('button', { name: words.borrower.limit.borrow, exact: true })).toBeVisible()
}
