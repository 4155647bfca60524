import { fileURLToPath } from 'node:url'
import { api } from '@fyh/contract/api.ts'
import { funnelSteps, reachAction } from '@fyh/contract/funnel.ts'
import type { Page } from '@playwright/test'
import { createServer } from 'vite'
import { plainEvents } from '../apps/trace/src/collect/plain-events.ts'
import { makeBorrower } from './api-borrower.ts'
import { flood } from './flood.ts'
import { expect, type Stored, test } from './trace-harness.ts'
import {
  bindCard,
  button,
  fillProfile,
  logIn,
  opening,
  showFace,
  sign,
  submitApplication,
  verifyIdentity,
  wishFor,
  withdraw,
} from './walk.ts'

const webRoot = fileURLToPath(new URL('../apps/web/', import.meta.url))
const views = (events: readonly Stored[]) => events.filter(({ event }) => event === 'page_load').map(({ page }) => page)

/** What the browser does when the person turns to something else, or comes back. */
const turn = (page: Page, to: 'hidden' | 'visible') =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, to)

/** Presses of a main button, made at once. */
const press = (page: Page, times: number) =>
  page.evaluate((count) => {
    const main = document.createElement('button')
    main.dataset.kind = 'action'
    document.body.append(main)
    for (let press = 0; press < count; press += 1) main.click()
    main.remove()
  }, times)
const presses = (events: readonly Stored[]) => events.filter(({ event }) => event === 'tap_main')

test('TR-01 events that wait when the page is left reach the other origin as plain text without a preflight, and are stored', async ({
  page,
  open,
  stack,
  way,
  eventsOf,
}) => {
  await open('/home?channelCode=tr-01')
  await expect.poll(async () => views(await eventsOf('tr-01'))).toEqual(['home'])
  way.passed.length = 0
  await press(page, 3)
  await page.goto('about:blank')
  await expect.poll(async () => presses(await eventsOf('tr-01'))).toHaveLength(3)
  expect(way.passed.map(({ method, type, origin }) => [method, type.split(';')[0], origin])).toEqual([['POST', 'text/plain', stack.web]])
})

test('TR-02 what waits leaves when the page is first hidden, once, and no listener keeps the page out of the back-forward cache', async ({
  page,
  open,
  way,
  eventsOf,
}) => {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const listen = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (...given) {
      heard.push(given[0])
      return listen.apply(this, given)
    }
  })
  await open('/home?channelCode=tr-02')
  await expect.poll(async () => views(await eventsOf('tr-02'))).toEqual(['home'])
  way.passed.length = 0
  await press(page, 3)
  await turn(page, 'hidden')
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await turn(page, 'visible')
  await turn(page, 'hidden')
  await expect.poll(async () => presses(await eventsOf('tr-02'))).toHaveLength(3)
  await turn(page, 'visible')
  // What is pressed later comes later, so by then anything sent twice has arrived, too.
  await press(page, 1)
  await expect.poll(async () => presses(await eventsOf('tr-02'))).toHaveLength(4)
  const sent = way.passed.flatMap(({ events }) => events.map(({ eventId }) => eventId))
  expect(sent).toHaveLength(new Set(sent).size)
  expect(sent).toHaveLength(4)
  const heard = await page.evaluate(() => ('heard' in window && Array.isArray(window.heard) ? window.heard : []))
  expect(heard).toContain('pagehide')
  expect(heard.filter((name) => name === 'unload' || name === 'beforeunload')).toEqual([])
})

const idsOf = 'select distinct generate_id from trace.event_in_full where channel = $1'

for (const { part, lacking } of [
  { part: 'fp.esm', lacking: 'there is a fingerprint' },
  { part: 'trace-queue', lacking: 'its sending part has come' },
]) {
  test(`R3.8 R9.3 a first visit left before ${lacking} is stored with every field, and is of the same browser as all that comes later`, async ({
    page,
    open,
    words,
    traced,
    eventsOf,
  }) => {
    const channel = `tr-first-${part.replace('.', '-')}`
    const headers: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().includes(api.trace.report.path)) headers.push(request.headers().generateid)
    })
    let asked = 0
    await page.route(new RegExp(`/assets/${part}`), () => {
      asked += 1
    })
    await open(`/login?channelCode=${channel}`)
    await expect(page.getByLabel(words.session.login.mobile)).toBeVisible()
    await expect.poll(() => asked).toBeGreaterThan(0)
    await page.goto('about:blank')
    await expect.poll(async () => views(await eventsOf(channel))).toEqual(['login'])
    const columns = 'action, event, event_id, generate_id, mobile_mask, page, trace_id, tail_id, type, user_agent, user_id, version_code'
    const first = await traced.ask(`select ${columns} from trace.event_in_full where channel = $1 and event = 'page_load'`, [channel])
    expect(first).toEqual([
      {
        action: 'pageLoad',
        event: 'page_load',
        event_id: expect.stringMatching(/^\w{19}$/),
        generate_id: expect.stringMatching(/^\w{19}\d{13}$/),
        mobile_mask: '',
        page: 'login',
        trace_id: expect.stringMatching(/^\w{11}$/),
        tail_id: expect.stringMatching(/^\w{11}$/),
        type: 'h5_fyh',
        user_agent: await page.evaluate(() => navigator.userAgent),
        user_id: '',
        version_code: '1.0.0',
      },
    ])
    await page.unroute(new RegExp(`/assets/${part}`))
    await open(`/home?channelCode=${channel}`)
    await expect.poll(async () => views(await eventsOf(channel))).toEqual(['login', 'home'])
    await expect.poll(async () => (await eventsOf(channel)).map(({ event }) => event)).toContain('app_report')
    expect(await traced.ask(idsOf, [channel])).toHaveLength(1)
    expect(await traced.ask('select last_page from trace.visit where channel = $1', [channel])).toEqual([{ last_page: 'home' }])
    expect([...new Set(headers)]).toEqual([expect.stringMatching(/^\w{19}\d{13}$/)])
  })
}

test('where the sending part cannot be had, what happens is stored all the same, and once the next page has it', async ({
  page,
  open,
  context,
  eventsOf,
  traced,
}) => {
  let failed = 0
  await page.route(/\/assets\/trace-queue/, (route) => {
    failed += 1
    return route.abort()
  })
  await open('/home?channelCode=tr-part')
  await expect.poll(async () => views(await eventsOf('tr-part'))).toEqual(['home'])
  expect(failed).toBeGreaterThan(0)
  await context.setOffline(true)
  await press(page, 2)
  // The line is back.
  await context.setOffline(false)
  await expect.poll(async () => presses(await eventsOf('tr-part'))).toHaveLength(2)
  await page.unroute(/\/assets\/trace-queue/)
  await page.reload()
  await expect.poll(async () => views(await eventsOf('tr-part'))).toEqual(['home', 'home'])
  expect(presses(await eventsOf('tr-part'))).toHaveLength(2)
  expect(await traced.ask(idsOf, ['tr-part'])).toHaveLength(1)
})

test('what a hidden page handed over and was refused is stored after all, once, though everything around it is taken', async ({
  page,
  open,
  way,
  eventsOf,
}) => {
  await open('/home?channelCode=tr-shed')
  await expect.poll(async () => views(await eventsOf('tr-shed'))).toEqual(['home'])
  const before = way.passed.length
  way.become('refuses')
  await press(page, 3)
  await turn(page, 'hidden')
  await expect.poll(() => way.passed.length).toBeGreaterThan(before)
  way.become('open')
  await turn(page, 'visible')
  await press(page, 1)
  await expect.poll(async () => presses(await eventsOf('tr-shed'))).toHaveLength(4)
})

test('what a tab could not send before it was closed comes with the next one', async ({ page, open, context, way, eventsOf }) => {
  const closed = await context.newPage()
  await open('/home?channelCode=tr-closed', closed)
  await expect.poll(async () => views(await eventsOf('tr-closed'))).toEqual(['home'])
  way.become('refuses')
  const before = way.passed.length
  await press(closed, 3)
  await expect.poll(() => way.passed.length).toBeGreaterThan(before)
  await closed.close({ runBeforeUnload: true })
  way.become('open')
  await open('/home?channelCode=tr-closed', page)
  await expect.poll(async () => presses(await eventsOf('tr-closed'))).toHaveLength(3)
})

test('TR-04 in a browser whose storage throws, events go all the same, under one browser id', async ({
  page,
  open,
  eventsOf,
  traced,
  words,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await open('/home?channelCode=tr-04')
  await button(page, words.home.guest.seeLimit).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goBack()
  await expect(button(page, words.home.guest.seeLimit)).toBeVisible()
  await expect.poll(async () => views(await eventsOf('tr-04'))).toEqual(['home', 'login', 'home'])
  expect(await traced.ask(idsOf, ['tr-04'])).toEqual([{ generate_id: expect.stringMatching(/^\w{19}\d{13}$/) }])
})

test('TR-05 with effects that run twice, as in development, every page viewed is told once, a redirect not at all, and nothing is posted twice', async ({
  page,
  stack,
  words,
  eventsOf,
}) => {
  const proxied = (target: string) => ({ target, headers: { origin: stack.web } })
  const vite = await createServer({
    root: webRoot,
    logLevel: 'error',
    cacheDir: 'node_modules/.vite-strict',
    server: { port: 0, host: '127.0.0.1', hmr: false, proxy: { '/api': proxied(stack.web), '/fuyh': proxied(stack.trace) } },
  })
  await vite.listen()
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  await page.goto(`${vite.resolvedUrls?.local[0]}?channelCode=tr-05&lang=zh-cn`)
  await button(page, words.home.guest.seeLimit).click()
  await expect(page.getByLabel(words.session.login.mobile)).toBeVisible()
  await page.goto(`${vite.resolvedUrls?.local[0]}loan`)
  await expect(page).toHaveURL(/login/)
  await expect.poll(async () => views(await eventsOf('tr-05'))).toEqual(['home', 'login', 'login'])
  // One report for each of the two documents, and nothing else that changes data.
  expect(posts.filter((path) => path.startsWith('/api') && !/fyhHome|tourist/i.test(path))).toEqual(
    Array(2).fill('/api/fp/app/trace/report'),
  )
  await vite.close()
})

test('TR-07 what finds the queue full offline is counted, and told with the next event; a person offline is told at once', async ({
  page,
  open,
  context,
  eventsOf,
  words,
}) => {
  await open('/login?channelCode=tr-07')
  await expect.poll(async () => views(await eventsOf('tr-07'))).toEqual(['login'])
  await context.setOffline(true)
  await press(page, 260)
  await context.setOffline(false)
  await expect.poll(async () => presses(await eventsOf('tr-07')).length).toBeGreaterThan(100)
  await press(page, 1)
  const told = async () => {
    const pressed = presses(await eventsOf('tr-07'))
    const dropped = pressed.reduce((sum, { extra }) => sum + Number(extra.dropped ?? 0), 0)
    return { pressed: pressed.length + dropped, someDropped: dropped > 0 }
  }
  await expect.poll(told).toEqual({ pressed: 261, someDropped: true })
  // What a person does is never kept for later without a word.
  await context.setOffline(true)
  await page.getByLabel(words.session.login.mobile).fill('13800000261')
  // Told for two seconds: who looked away taps again.
  await expect(async () => {
    await button(page, words.blocks.sms.get).click()
    await expect(page.getByText(words.shell.error.unsent)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await context.setOffline(false)
})

test('an answer that is lost, a backend that is away, a beacon meanwhile, a second tab with the same storage: each event is stored once', async ({
  page,
  open,
  context,
  way,
  eventsOf,
}) => {
  await open('/home?channelCode=tr-ways')
  await expect.poll(async () => views(await eventsOf('tr-ways'))).toEqual(['home'])
  way.become('losesAnswers')
  await press(page, 3)
  await expect.poll(async () => presses(await eventsOf('tr-ways'))).toHaveLength(3)
  way.become('refuses')
  await press(page, 3)
  await turn(page, 'hidden')
  await turn(page, 'visible')
  const refused = way.passed.length
  await expect.poll(() => way.passed.length).toBeGreaterThan(refused)
  const kept = await page.evaluate(() => ({ ...sessionStorage }))
  const twin = await context.newPage()
  await twin.addInitScript((entries) => Object.assign(sessionStorage, entries), kept)
  way.become('open')
  await open('/home', twin)
  await page.reload()
  await expect.poll(async () => presses(await eventsOf('tr-ways'))).toHaveLength(6)
  await expect.poll(async () => views(await eventsOf('tr-ways'))).toEqual(['home', 'home', 'home'])
  expect(presses(await eventsOf('tr-ways'))).toHaveLength(6)
})

test('R3.8 the whole way from a first look to the money leaves each step once, and counts one person in each', async ({
  page,
  open,
  sandbox,
  words,
  way,
  eventsOf,
  funnelOf,
}) => {
  const walker = { page, sandbox, words, open: (path: string) => open(`${path}?channelCode=tr-way`) }
  const person = { seed: 'traced', mobile: '13800000371', number: 371 }
  await logIn(walker, person)
  await button(page, words.borrower.noLimit.start).click()
  await page.getByRole('button', { name: new RegExp(`^${opening(words.apply.next.go)}`) }).click()
  await button(page, words.apply.guide.start).click()
  await verifyIdentity(walker, person)
  await showFace(walker, person)
  await fillProfile(walker, {
    education: words.option.education['05'],
    occupation: words.option.occupation['2'],
    trade: words.option.trade['7'],
    income: words.option.income['4'],
    employer: '示例科技有限公司',
  })
  await submitApplication(walker)
  await button(page, words.apply.result.borrow).click()
  await wishFor(walker, { yuan: '10000', periods: '12' })
  await sign(walker)
  await bindCard(walker, person)
  await withdraw(walker, person)
  await expect(page.getByRole('heading', { name: new RegExp(`^${opening(words.borrow.success.paid)}`) })).toBeVisible()
  // Seen again, nothing is reached again.
  await button(page, words.borrow.success.plan).click()
  await expect(page.getByText(words.loan.status.disbursed, { exact: true }).first()).toBeVisible()
  const own = funnelSteps.flatMap((step) => ('event' in step ? [step.event] : []))
  const reached = async () => (await eventsOf('tr-way')).filter(({ action }) => action === reachAction).map(({ event }) => event)
  await expect.poll(reached).toEqual(own)
  const viewed = views(await eventsOf('tr-way')).length
  await page.reload()
  await expect.poll(async () => views(await eventsOf('tr-way')).length).toBeGreaterThan(viewed)
  expect(await reached()).toEqual(own)
  expect((await eventsOf('tr-way')).filter(({ action }) => action === 'error')).toEqual([])
  // A field in another place would be stored as well, at several times the cost.
  for (const { body } of way.passed) expect(plainEvents(Buffer.from(body), 100), body).toBeDefined()
  await expect.poll(() => funnelOf('tr-way')).toEqual(Object.fromEntries(funnelSteps.map(({ name }) => [name, 1])))
})

test('AU-11 the code of a text message is in no event that logging in with it leaves', async ({
  page,
  open,
  stack,
  sandbox,
  words,
  traced,
  eventsOf,
}) => {
  const mobile = '13800000372'
  await logIn(
    { page, sandbox, words, open: (path: string) => open(`${path}?channelCode=tr-code`) },
    { seed: 'codetraced', mobile, number: 372 },
  )
  await expect.poll(async () => (await eventsOf('tr-code')).map(({ event }) => event)).toContain('form_time')
  const code = await sandbox.code(mobile, 0)
  expect(code).toMatch(/^\d{4}$/)
  // Ids and times are drawn by chance and the phone is masked by its last digits: a code among them would say nothing.
  const text = 'select action, event, page, content, type, extra::text, refused::text from trace.event_in_full where channel = $1'
  const rows = JSON.stringify(await traced.ask(text, ['tr-code']))
  expect(rows).toContain('form_time')
  expect(rows).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`))
  expect(stack.output()).not.toMatch(new RegExp(`(?<![\\w-])${code}(?![\\w-])`))
})

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
