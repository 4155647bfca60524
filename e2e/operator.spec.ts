import { readFile } from 'node:fs/promises'
import { enUs } from '../apps/trace/src/answer/words/en-us.ts'
import { zhCn } from '../apps/trace/src/answer/words/zh-cn.ts'
import { barriers, overflow, smallInputs } from './audit.ts'
import { expect, sharedTest as test } from './harness.ts'
import { from, logIn, narrow, operatorOf, passwordOf, send, wide } from './operator.ts'

test('an operator comes in with the printed password alone, finds what was asked for, and is out after logging out', async ({
  page,
  stack,
}) => {
  await page.setViewportSize(wide)
  await page.goto(`${operatorOf(stack)}/funnel?by=host`)
  await page.getByLabel(zhCn.login.name).fill('operator')
  await page.getByLabel(zhCn.login.password).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(zhCn.login.wrong)
  await expect(page.getByLabel(zhCn.login.name)).toHaveValue('operator')
  await page.getByLabel(zhCn.login.password).fill(passwordOf(stack))
  await page.getByRole('button', { name: zhCn.login.submit }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zhCn.funnel.title)
  await expect(page).toHaveURL(/\/operator\/funnel\?by=host$/)
  const cookies = (await page.context().cookies(operatorOf(stack))).map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])
  expect(cookies.toSorted()).toEqual([
    ['operator_device', true, 'Strict'],
    ['operator_session', true, 'Strict'],
  ])
  await page.getByRole('button', { name: zhCn.login.out }).click()
  await page.goto(operatorOf(stack))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zhCn.login.title)
})

test('what people did stands in the funnel, filtered by the address, and back leads to what was asked before', async ({ page, stack }) => {
  await page.setViewportSize(wide)
  const reach = (step: string) => ({ event: `reach_${step}`, action: 'reach', userId: '41' })
  await send(stack, [
    from('funnel', 'a'),
    from('funnel', 'b', { host: 'messenger', ...reach('identity') }),
    from('funnel', 'b', reach('profile')),
  ])
  await logIn(page, stack)
  await page.getByRole('link', { name: zhCn.nav.funnel, exact: true }).click()
  await page.getByRole('combobox', { name: zhCn.filter.channel }).selectOption('funnel')
  await page.getByRole('button', { name: zhCn.filter.submit }).click()
  const steps = page.getByRole('table').first().getByRole('row')
  const figures = async () => (await steps.allInnerTexts()).slice(1, 5).map((row) => row.split(/\s+/))
  await expect.poll(figures).toEqual([
    [zhCn.funnel.names.landing, '2', '100.0%', '100.0%', '0'],
    [zhCn.funnel.names.login, '1', '50.0%', '50.0%', '1'],
    [zhCn.funnel.names.identity, '1', '50.0%', '100.0%', '0'],
    [zhCn.funnel.names.profile, '1', '50.0%', '100.0%', '0'],
  ])
  await expect(page).toHaveURL(/channel=funnel/)
  await page.getByRole('combobox', { name: zhCn.filter.host }).selectOption('messenger')
  await page.getByRole('button', { name: zhCn.filter.submit }).click()
  await expect(page).toHaveURL(/host=messenger/)
  await expect.poll(async () => (await figures())[0]?.[1]).toBe('1')
  await page.goBack()
  await expect(page.getByRole('combobox', { name: zhCn.filter.host })).toHaveValue('')
  await expect.poll(async () => (await figures())[0]?.[1]).toBe('2')
  await page.goto(`${operatorOf(stack)}/funnel?from=2026-02-30&to=banana&channel=funnel`)
  for (const field of ['from', 'to'] as const)
    await expect(page.getByRole('alert')).toContainText(zhCn.faults.sentence(zhCn.filter[field], zhCn.faults.date))
  await expect(page.getByLabel(zhCn.filter.to)).toHaveValue('banana')
  const today = new Date().toISOString().slice(0, 10)
  await page.getByLabel(zhCn.filter.from).fill(today)
  await page.getByLabel(zhCn.filter.to).fill(today)
  await page.getByRole('button', { name: zhCn.filter.submit }).click()
  await expect(page).toHaveURL(new RegExp(`channel=funnel.*from=${today}|from=${today}.*channel=funnel`))
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the overview counts what a visitor of the product does while one looks, and its chart is drawn from its table', async ({
  page,
  stack,
  open,
}) => {
  await page.setViewportSize(wide)
  await logIn(page, stack)
  const events = page.locator('.tile').filter({ hasText: zhCn.overview.tiles.events }).locator('dd')
  const count = async () => Number(((await events.textContent()) ?? '').replaceAll(',', ''))
  const before = await count()
  await open('/home', await page.context().newPage())
  await expect.poll(count).toBeGreaterThan(before)
  const chart = page.getByRole('img', { name: zhCn.table.chart(zhCn.overview.minutes) })
  const isDrawn = () =>
    chart.evaluate(
      (canvas) =>
        canvas instanceof HTMLCanvasElement &&
        new Set(canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data).size > 2,
    )
  await expect.poll(isDrawn).toBe(true)
  await page.getByText(zhCn.table.asTable).click()
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(61)
})

test('a visit is found by its user and replayed event by event; its file holds the same', async ({ page, stack }) => {
  await page.setViewportSize(wide)
  const at = Date.now() - 60_000
  await send(stack, [
    from('visit', 'a', { at, page: 'home', userId: '4107' }),
    from('visit', 'a', { at: at + 2_500, page: 'login', userId: '4107', content: '=1+1' }),
  ])
  await logIn(page, stack)
  await page.getByRole('link', { name: zhCn.nav.visits, exact: true }).click()
  await page.getByLabel(zhCn.filter.user).fill('4107')
  await page.getByRole('button', { name: zhCn.filter.submit, exact: true }).click()
  await page.getByRole('table').getByRole('link').click()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('home')
  await expect(rows.nth(2)).toContainText(/2\.5 秒\s*login/)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: zhCn.table.export }).click()
  const file = await (await download).path()
  const text = await readFile(file, 'utf8')
  expect(text).toMatch(/^\uFEFF"时间","距上一条"/)
  expect(text).toContain(`"2500","login","page_load","pageLoad","'=1+1"`)
})

test('what a stranger sends is text on every page, and no script of it runs', async ({ page, stack }) => {
  await page.setViewportSize(wide)
  const hostile = '"><img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>'
  await send(stack, [
    from('hostile', 'a', { page: hostile, content: hostile, userAgent: hostile, [hostile]: hostile }),
    from('hostile', 'a', { page: hostile, event: 'page_error', action: 'error', content: `${hostile}: x` }),
  ])
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })
  await logIn(page, stack)
  for (const place of [
    '',
    '/exits?channel=hostile',
    '/errors?channel=hostile',
    '/visits?trace=hostile-a',
    '/visits/replay?trace=hostile-a&browser=hostile-a',
  ]) {
    await page.goto(`${operatorOf(stack)}${place}`)
    if (place !== '') await expect(page.getByText('<script>').first()).toBeVisible()
    expect(await page.locator('img[src=x]').count(), place).toBe(0)
    await expect(page).not.toHaveTitle('taken')
  }
  await page.goto(`${operatorOf(stack)}/errors?channel=hostile`)
  await page.getByRole('table').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zhCn.errors.samplesTitle)
  await expect(page.getByRole('table').getByText('<script>').first()).toBeVisible()
  expect(refused).toEqual([])
})

for (const [words, first] of [
  [zhCn, wide],
  [enUs, narrow],
] as const)
  test(`every page is readable and usable at 390 and at 1280 in ${words.tag}`, async ({ page, stack }) => {
    await send(stack, [
      from('looks', 'a', { page: 'home', userId: '77' }),
      from('looks', 'a', { event: 'form_time', action: 'form', page: 'login', content: '{"ms":4000,"fields":2}' }),
      from('looks', 'a', { event: 'page_error', action: 'error', page: 'home', content: 'TypeError: nothing' }),
    ])
    await page.goto(`${operatorOf(stack)}/login?lang=${words.tag}`)
    expect(await barriers(page)).toEqual([])
    await logIn(page, stack, words)
    await expect(page.locator('html')).toHaveAttribute('lang', words.tag)
    const samples = '/errors/samples?event=page_error&name=TypeError&page=home'
    const places = [
      '',
      '/funnel',
      '/exits',
      '/errors',
      samples,
      '/times',
      '/visits',
      '/visits/replay?trace=looks-a&browser=looks-a',
      '/visits?nr=0&from=nothing',
      '/visits?phone=abcdef',
      '/operators?done=added',
      '/forget',
      '/none',
    ]
    for (const place of places) {
      await page.setViewportSize(first)
      await page.goto(`${operatorOf(stack)}${place}`)
      expect(await barriers(page), place).toEqual([])
      expect(await smallInputs(page), place).toEqual([])
      for (const size of [wide, narrow]) {
        await page.setViewportSize(size)
        expect(await overflow(page), `${place} ${size.width}`).toEqual([])
      }
    }
    await page.goto(`${operatorOf(stack)}/exits`)
    await page.getByRole('link', { name: words.language.other }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', words.language.otherTag)
    await expect(page).toHaveURL(/\/operator\/exits/)
  })

test('the keyboard alone leads past the navigation into the filter and to the file', async ({ page, stack }) => {
  await page.setViewportSize(wide)
  await send(stack, [from('keys', 'a')])
  await logIn(page, stack)
  await page.goto(`${operatorOf(stack)}/exits?channel=keys`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: zhCn.skip })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel(zhCn.filter.from)).toBeFocused()
  const file = page.getByRole('link', { name: zhCn.table.export })
  for (let presses = 0; presses < 40 && !(await file.evaluate((link) => link === document.activeElement)); presses += 1)
    await page.keyboard.press('Tab')
  await expect(file).toBeFocused()
})
