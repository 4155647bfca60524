import { zhCn } from '../apps/trace/src/answer/words/zh-cn.ts'
import { barriers, overflow } from './audit.ts'
import { expect, sharedTest as test } from './harness.ts'
import { from, logIn, narrow, operatorOf, send } from './operator.ts'

test('an operator adds another, who changes the password and is out once disabled; who did what stands on the page', async ({
  page,
  stack,
  browser,
}) => {
  await page.setViewportSize(narrow)
  const { operators } = zhCn
  const anna = { name: `anna-${Date.now().toString(36)}`, password: 'a first password' }
  await logIn(page, stack)
  await page.getByRole('link', { name: zhCn.nav.operators, exact: true }).click()
  const adding = page.getByRole('form', { name: operators.addTitle })
  const add = async (again: string) => {
    await adding.getByLabel(operators.name).fill(anna.name)
    await adding.getByLabel(operators.firstPassword).fill(anna.password)
    await adding.getByLabel(operators.again).fill(again)
    await adding.getByRole('button', { name: operators.add }).click()
  }
  await add('another password')
  await expect(adding.getByRole('alert')).toHaveText(operators.faults.different)
  await expect(adding.getByLabel(operators.name)).toHaveValue(anna.name)
  await add(anna.password)
  await expect(page.getByRole('status')).toHaveText(operators.done.added)

  const context = await browser.newContext({ locale: 'zh-CN' })
  const theirs = await context.newPage()
  await logIn(theirs, stack, zhCn, anna)
  await theirs.getByRole('link', { name: zhCn.nav.operators, exact: true }).click()
  const changing = theirs.getByRole('form', { name: operators.passwordTitle })
  const change = async (old: string) => {
    await changing.getByLabel(operators.old).fill(old)
    await changing.getByLabel(operators.next).fill('a second password')
    await changing.getByLabel(operators.again).fill('a second password')
    await changing.getByRole('button', { name: operators.change }).click()
  }
  await change('not the password')
  await expect(changing.getByRole('alert')).toHaveText(operators.faults.old)
  await change(anna.password)
  await expect(theirs.getByRole('status')).toHaveText(operators.done.changed)

  await page.getByRole('button', { name: `${operators.disable} ${anna.name}` }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(operators.confirmTitle(anna.name))
  expect(await barriers(page)).toEqual([])
  expect(await overflow(page)).toEqual([])
  await page.getByRole('button', { name: operators.disable, exact: true }).click()
  await expect(page.getByRole('status')).toHaveText(operators.done.disabled)
  const acts = page.getByRole('region', { name: operators.actsTitle }).getByRole('row')
  await expect(acts.filter({ hasText: anna.name }).filter({ hasText: operators.acts.passwordChanged })).toHaveCount(1)
  await theirs.reload()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(zhCn.login.title)
  await context.close()
})

test('a user is forgotten by page, after a confirmation and once, and the page says how much it was', async ({ page, stack }) => {
  await page.setViewportSize(narrow)
  const { forget } = zhCn
  await send(stack, [from('forget', 'a', { userId: '8814' }), from('forget', 'a', { userId: '8814' })])
  await logIn(page, stack)
  await page.getByRole('link', { name: zhCn.nav.forget, exact: true }).click()
  const form = page.getByRole('form', { name: forget.byUser })
  await form.getByLabel(zhCn.filter.user).fill('no such id!')
  await form.getByRole('button', { name: forget.next }).click()
  await expect(form.getByRole('alert')).toHaveText(zhCn.faults.sentence(zhCn.filter.user, zhCn.faults.user))
  await form.getByLabel(zhCn.filter.user).fill('8814')
  await form.getByRole('button', { name: forget.next }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(forget.confirmTitle(zhCn.filter.user, '8814'))
  await expect(page.getByText(forget.found('1', '1'))).toBeVisible()
  expect(await barriers(page)).toEqual([])
  expect(await overflow(page)).toEqual([])
  await page.getByRole('button', { name: forget.confirm }).dblclick()
  await expect(page.getByRole('status')).toHaveText(forget.done('2', '1', '1'))
  await page.goto(`${operatorOf(stack)}/visits?user=8814`)
  await expect(page.getByText(zhCn.table.empty)).toBeVisible()
})
