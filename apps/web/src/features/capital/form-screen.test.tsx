import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { setLanguage } from '#locales/i18n.ts'
import { emptyUserState, forgetLogin, isLoggedIn, rememberLogin, useUserStore } from '#platform/store.ts'
import { FormScreen } from './form-screen.tsx'
import { keepHit } from './hit.ts'
import { application, form, hit, shownText } from './test-partner.ts'

beforeEach(() => {
  window.localStorage.clear()
  useUserStore.setState(emptyUserState, true)
  rememberLogin('token', { userId: 7, mobile: '138****4000', name: null })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const open = async (table: Record<string, unknown> = {}, query = '') => {
  const calls = answer({
    '/capital/form': form,
    '/form/save': { savedAt: '2026-11-27T02:10:00.000Z' },
    '/capital/click': { recorded: true },
    ...table,
  })
  const shown = await openScreen(FormScreen, ['capital', 'blocks', 'session'], `/screen${query}`)
  return { ...shown, calls, sent: (end: string) => calls.filter(({ path }) => path.endsWith(end)).map(({ body }) => body) }
}
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const choose = async (option: string) => {
  fireEvent.click(screen.getByRole('button', { name: /住房情况/ }))
  fireEvent.click(await screen.findByRole('button', { name: option }))
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: '提交申请' }))

test('R2.45 the fields are the partner’s own, with what is known filled in', async () => {
  await open()
  expect((await screen.findByLabelText<HTMLInputElement>('工作单位')).value).toBe('示例公司')
  expect(screen.getByText('来自您的个人资料，可以修改')).not.toBeNull()
  expect(screen.getByText('评估收入是否稳定')).not.toBeNull()
  expect(screen.getByLabelText('单位电话（选填）')).not.toBeNull()
})

test('R2.45 R5.2 every field that breaks its rule is named, and nothing is sent', async () => {
  const { sent } = await open()
  await screen.findByLabelText('工作单位')
  type('工作单位', '甲')
  type('工作年限', '99')
  type('单位电话（选填）', '12')
  submit()
  expect(await screen.findByText('工作单位至少 2 个字')).not.toBeNull()
  expect(screen.getByText('工作年限不能大于 50')).not.toBeNull()
  expect(screen.getByText('请选择住房情况')).not.toBeNull()
  expect(screen.getByText('单位电话的格式不对，请检查')).not.toBeNull()
  expect(sent('/capital/submit')).toEqual([])
})

test('R2.45 a whole form is sent once, also on a double tap, and leads to the result', async () => {
  const { sent, here } = await open({ '/capital/submit': { ...application, status: 'submitted' } })
  await screen.findByLabelText('工作单位')
  type('工作年限', '3')
  await choose('租房')
  submit()
  submit()
  await waitFor(() => expect(here()).toBe('/capitalResult?applicationId=77'))
  expect(sent('/capital/submit')).toEqual([
    { applicationId: 77, values: { employer: '示例公司', workYears: '3', housing: 'rent', workPhone: '' } },
  ])
})

test('R2.45 what the server finds wrong stands at its field', async () => {
  await open({
    '/capital/submit': refusal('CAPITAL_FORM_INVALID', '请检查标出的内容', { fields: [{ field: 'employer', fault: 'pattern' }] }),
  })
  await screen.findByLabelText('工作单位')
  type('工作年限', '3')
  await choose('租房')
  submit()
  expect(await screen.findByText('工作单位的格式不对，请检查')).not.toBeNull()
})

test.each([
  ['LENDER_CLOSED', '放款机构暂不办理'],
  ['CAPITAL_QUOTA_USED', '今日受理名额已满'],
])('R2.45 a refusal that is about no field is said on the page: %s', async (code, msg) => {
  await open({ '/capital/submit': refusal(code, msg) })
  await screen.findByLabelText('工作单位')
  type('工作年限', '3')
  await choose('租房')
  submit()
  expect((await screen.findByRole('alert')).textContent).toContain(msg)
})

test.each([
  ['CAPITAL_STEP_NOT_OPEN', '/capitalResult?applicationId=77'],
  ['CAPITAL_CONSENT_MISSING', '/funders/jsd?capitalId=4'],
])('R2.45 a form that cannot be sent any more leads on: %s', async (code, target) => {
  const { here } = await open({ '/capital/submit': refusal(code, '状态已变化') })
  await screen.findByLabelText('工作单位')
  type('工作年限', '3')
  await choose('租房')
  submit()
  await waitFor(() => expect(here()).toBe(target))
})

test('R2.45 what is typed is kept with the server a moment later, and when the page is left', async () => {
  const { sent, unmount } = await open()
  await screen.findByLabelText('工作单位')
  type('工作年限', '4')
  await waitFor(() => expect(sent('/form/save')).toHaveLength(1), { timeout: 3_000 })
  expect(sent('/form/save')[0]).toEqual({ applicationId: 77, values: { employer: '示例公司', workYears: '4' } })
  await waitFor(() => expect(shownText()).toContain('10:10 已保存'))
  type('工作年限', '5')
  unmount()
  await waitFor(() => expect(sent('/form/save')).toHaveLength(2))
  expect(sent('/form/save')[1]).toMatchObject({ values: { workYears: '5' } })
})

test('R2.45 a draft that could not be kept says so', async () => {
  await open({
    '/form/save': () => {
      throw new TypeError('no network')
    },
  })
  await screen.findByLabelText('工作单位')
  type('工作年限', '4')
  expect(await screen.findByText('暂时没有保存，联网后会再试', {}, { timeout: 5_000 })).not.toBeNull()
})

test('R2.45 fields that the partner asks for again are marked, with the day until which', async () => {
  await open({
    '/capital/form': {
      ...form,
      application: { ...application, status: 'incomplete', missing: ['workPhone'], missingUntil: '2026-11-30T16:00:00.000Z' },
    },
  })
  await waitFor(() => expect(shownText()).toContain('该机构需要您补充标出的内容，2026-12-01 00:00 前有效。'))
  expect(screen.getByText('需要补充或更正')).not.toBeNull()
})

test('R2.45 R4.3 after an expired login the form knows its partner by the kept match, and the login on it opens it again', async () => {
  keepHit({ ...hit, capitalId: 4 } as never)
  forgetLogin()
  const { here, sent } = await open({
    '/capital/form': () => (isLoggedIn() ? form : { ...form, values: {}, prefilled: [], application: null, isGuest: true }),
    '/agreement/current': { texts: [{ key: 'registration', title: '注册服务协议', version: '1.0', sha256: 'a'.repeat(64) }] },
    '/registerAndLogin': { token: 'T', isNew: false, user: { userId: 7, mobile: '138****4000', name: null } },
  })
  expect(await screen.findByText('工作单位、工作年限、住房情况、单位电话')).not.toBeNull()
  expect(screen.queryByLabelText('工作单位')).toBeNull()
  type('手机号', '13800004000')
  type('短信验证码', '0426')
  fireEvent.click(await screen.findByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: '登录后填写' }))
  expect((await screen.findByLabelText<HTMLInputElement>('工作单位')).value).toBe('示例公司')
  expect(here()).not.toContain('/login')
  expect(sent('/registerAndLogin')).toMatchObject([{ mobile: '13800004000', authCode: '0426' }])
})

test('R2.45 without an application the page leads to choosing a partner; one that was sent leads to its result', async () => {
  const { here } = await open({ '/capital/form': { ...form, application: null } })
  fireEvent.click(await screen.findByRole('button', { name: '选择合作机构' }))
  expect(here()).toBe('/funders/jsd')
  cleanup()
  const sent = await open({ '/capital/form': { ...form, application } })
  fireEvent.click(await screen.findByRole('button', { name: '查看办理进度' }))
  expect(sent.here()).toBe('/capitalResult?applicationId=77')
})

test('R2.45 labels follow the language', async () => {
  await open()
  await screen.findByLabelText('工作单位')
  await setLanguage('en-us')
  expect(await screen.findByLabelText('Employer')).not.toBeNull()
  await setLanguage('zh-cn')
})
