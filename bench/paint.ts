import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { makeBorrower, takeLoan } from '../e2e/api-borrower.ts'
import { chromiumLaunch } from '../e2e/chromium.ts'
import type { Figure } from './figure.ts'
import { startProduct } from './product.ts'
import { median } from './rounds.ts'
import { openSettled, serveStatic, staticCopy } from './static-copy.ts'

const ports = { server: 9690, trace: 9691, sandbox: 9692 }
const rounds = 7
const ratioMax = 1.3
/** A slow phone on a slow network. */
const phone = { width: 360, height: 740, cpuSlowdown: 4, latencyMs: 150, bytesPerSecond: 1_440_000 / 8 }

type Login = { readonly token: string; readonly user: object }
type Measured = { readonly name: string; readonly path: string; readonly login?: Login; readonly isTarget: boolean }
type Paints = { readonly first: number; readonly largest: number; readonly requests: number }

/**
 * First and largest contentful paint of the pages used most, each on a cold browser of a slow phone, beside a static page with the same
 * text and styles; both take turns.
 */
export async function* measurePaint(root: string): AsyncGenerator<Figure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fyh-bench-'))
  const product = await startProduct(root, { dataDir, ports })
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    const web = `http://127.0.0.1:${ports.server}`
    for (const page of await pagesOf(web)) yield* await measurePage(browser, web, page)
  } finally {
    await browser.close()
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function pagesOf(web: string): Promise<Measured[]> {
  const stack = { web, sandbox: `http://127.0.0.1:${ports.sandbox}` }
  const borrower = await makeBorrower(stack, { seed: 'paint', number: 961, upTo: 'card' })
  const loanId = await takeLoan(stack, borrower, { yuan: 1000, periods: 3 })
  const login = { token: borrower.token, user: borrower.user }
  return [
    { name: 'guest /home', path: '/home', isTarget: true },
    { name: 'borrower /home', path: '/home', login, isTarget: false },
    { name: '/login', path: '/login', isTarget: false },
    { name: '/borrowMoney', path: '/borrowMoney', login, isTarget: false },
    { name: '/repaymentDetail', path: `/repaymentDetail/${loanId}`, login, isTarget: false },
  ]
}

async function measurePage(browser: Browser, web: string, { name, path, login, isTarget }: Measured): Promise<Figure[]> {
  const copy = await serveStatic(await staticCopy(await openPage(browser, login), `${web}${path}`))
  const runs: { own: Paints[]; still: Paints[] } = { own: [], still: [] }
  try {
    for (let round = 0; round < rounds; round += 1) {
      runs.still.push(await paintsOf(await openPage(browser, login), copy.url))
      runs.own.push(await paintsOf(await openPage(browser, login), `${web}${path}`))
    }
  } finally {
    copy.close()
  }
  return (['first', 'largest'] as const).map((kind) => ({
    name: `${name}, ${kind} contentful paint`,
    value: median(runs.own.map((paints) => paints[kind])) / 1000,
    unit: 's',
    reference: { name: 'static page', value: median(runs.still.map((paints) => paints[kind])) / 1000 },
    ...(isTarget && { target: { of: 'ratio' as const, atMost: ratioMax } }),
    ...(kind === 'largest' && { note: `${median(runs.own.map(({ requests }) => requests))} requests` }),
  }))
}

/** A browser that has never been here, but for the login. */
async function openPage(browser: Browser, login: Login | undefined): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: phone.width, height: phone.height } })
  if (login !== undefined)
    await context.addInitScript({ content: storing({ token: login.token, user: JSON.stringify({ ...login.user, token: login.token }) }) })
  return context.newPage()
}

// As texts, because the benchmarks are checked without the types of a browser.
const storing = (values: object) => `Object.assign(localStorage, ${JSON.stringify(values)})`
const watchLargest = {
  content: `new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) window.largestPaint = startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })`,
}
const readPaints = `({ first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime, largest: window.largestPaint })`
const paintTimes = z.object({ first: z.number(), largest: z.number() })

async function paintsOf(page: Page, url: string): Promise<Paints> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuSlowdown })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: phone.latencyMs,
    downloadThroughput: phone.bytesPerSecond,
    uploadThroughput: phone.bytesPerSecond,
  })
  let requests = 0
  page.on('request', () => (requests += 1))
  await page.addInitScript(watchLargest)
  await openSettled(page, url)
  const paints = paintTimes.parse(await page.evaluate(readPaints))
  await page.context().close()
  return { ...paints, requests }
}
