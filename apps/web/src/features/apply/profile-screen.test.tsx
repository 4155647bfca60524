import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { answer, type Call, openScreen, refusal } from '#app/test-screen.tsx'
import { option } from '#locales/zh-cn/option.ts'
import { ProfileScreen } from './profile-screen.tsx'

const contactOne = { relation: '02', name: '测试甲', mobile: '13800000001' }
const contactTwo = { relation: '06', name: '测试乙', mobile: '13800000002' }
const whole = {
  education: '05',
  marital: '1',
  occupation: '2',
  trade: '7',
  income: '4',
  employer: '示例公司',
  areaCode: '110101',
  address: '示例路1号',
  email: '',
  contactOne,
  contactTwo,
}
const path = ['北京市', '北京市', '东城区'].map((name, place) => ({ code: `11010${place}`, name }))
const known = (draft: object) => ({ draft, areaPath: 'areaCode' in draft ? path : [], savedAt: null })
const saved = { savedAt: '2026-11-27T02:00:00.000Z' }
const drafts = (calls: readonly Call[]) => calls.filter((call) => call.path.endsWith('/draft'))
const handIns = (calls: readonly Call[]) => calls.filter((call) => call.path.endsWith('/apply/profile') && call.body !== undefined)
const open = () => openScreen(ProfileScreen, ['apply', 'blocks', 'option'])
const submit = () => fireEvent.click(screen.getByRole('button', { name: /下一步/ }))
const employer = () => screen.findByLabelText<HTMLInputElement>('工作单位')

afterEach(cleanup)

describe('handing in', () => {
  test('everything wrong is told at once, the first field gets the focus, and nothing is sent', async () => {
    const calls = answer({ '/apply/profile': known({}) })
    await open()
    await employer()
    submit()
    for (const what of ['学历', '婚姻状况', '职业', '行业', '税前月收入'])
      expect(await screen.findByText(`请选择${what}`, { selector: '[aria-live] > span' })).not.toBeNull()
    expect(screen.getAllByText('请选择与您的关系', { selector: '[aria-live] > span' })).toHaveLength(2)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^学历/ }))
    expect(handIns(calls)).toEqual([])
  })

  test('an error goes away when its field is changed, the others stay', async () => {
    answer({ '/apply/profile': known({ ...whole, employer: '', address: '短' }), '/draft': saved })
    await open()
    const input = await employer()
    submit()
    await screen.findByText('请填写工作单位')
    expect(document.activeElement).toBe(input)
    fireEvent.change(input, { target: { value: '示例公司' } })
    expect(screen.queryByText('请填写工作单位')).toBeNull()
    expect(screen.getByText('请填写详细地址，至少 4 个字')).not.toBeNull()
  })

  test('a refusal of the server stands at its contact', async () => {
    answer({
      '/apply/profile': (body: unknown) =>
        body === undefined ? known(whole) : refusal('CONTACT_IS_SELF', '第二联系人不能是您本人', { contact: 'two' }),
    })
    await open()
    await employer()
    submit()
    const told = await screen.findByText('第二联系人不能是您本人')
    expect(document.getElementsByName('contactTwoMobile')[0]?.getAttribute('aria-describedby')).toBe(told.closest('[aria-live]')?.id)
  })

  test('a whole profile is handed in once, however often the button is tapped, and leads on', async () => {
    const calls = answer({
      '/apply/profile': (body: unknown) => (body === undefined ? known(whole) : {}),
      '/reFlow': { next: 'confirm', steps: [] },
    })
    const { here } = await open()
    await employer()
    submit()
    submit()
    await waitFor(() => expect(here()).toBe('/applyConfirm'))
    expect(handIns(calls).map(({ body }) => body)).toEqual([whole])
  })
})

describe('the lists to choose from', () => {
  const { education, marital, occupation, trade, contactRelationOne, contactRelationTwo } = option
  const namesOf = (list: object) => Object.values(list)

  test.each([
    ['学历', namesOf(education)],
    ['职业', namesOf(occupation)],
    ['行业', namesOf(trade)],
    ['与您的关系', namesOf(contactRelationTwo)],
  ])('R3.11 %s offers every entry of the specification, in its order, and shows the one that was chosen', async (label, names) => {
    answer({ '/apply/profile': known({}), '/draft': saved })
    await open()
    await employer()
    fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${label}`) }))
    const sheet = await screen.findByRole('dialog')
    expect(
      within(sheet)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(names)
    const last = names.at(-1) ?? ''
    fireEvent.click(within(sheet).getByRole('button', { name: last }))
    await screen.findByRole('button', { name: `${label} ${last}` })
  })

  test.each([
    ['婚姻状况', namesOf(marital)],
    ['与您的关系', namesOf(contactRelationOne)],
  ])('R3.11 %s stands open with every entry of the specification, in its order', async (label, names) => {
    answer({ '/apply/profile': known({}) })
    await open()
    await employer()
    const group = screen.getByRole('group', { name: label })
    expect(
      within(group)
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')?.textContent),
    ).toEqual(names)
  })
})

describe('the draft', () => {
  test('what was typed last visit is there again', async () => {
    answer({ '/apply/profile': known(whole) })
    await open()
    expect((await employer()).value).toBe('示例公司')
    expect(screen.getByText('北京市 东城区')).not.toBeNull()
    expect(screen.getByText('信息技术服务业')).not.toBeNull()
  })

  test('typing is kept with the server a moment later, and never in the storage of the browser', async () => {
    const calls = answer({ '/apply/profile': known({}), '/draft': saved })
    await open()
    fireEvent.change(await employer(), { target: { value: '示例机构' } })
    await waitFor(() => expect(drafts(calls)).toHaveLength(1))
    expect(drafts(calls)[0]?.body).toEqual({ draft: { employer: '示例机构' } })
    await screen.findByText('草稿已保存 10:00')
    expect(JSON.stringify({ ...window.localStorage, ...window.sessionStorage })).not.toContain('示例机构')
  })

  test('hiding the page keeps it at once, in a call that outlives the page', async () => {
    const calls = answer({ '/apply/profile': known({}), '/draft': saved })
    await open()
    fireEvent.change(await employer(), { target: { value: '示例机构' } })
    window.dispatchEvent(new Event('pagehide'))
    expect(drafts(calls)).toMatchObject([{ body: { draft: { employer: '示例机构' } }, keepalive: true }])
    expect(window.sessionStorage.getItem('draftLeft')).toBe('never')
    await waitFor(() => expect(window.sessionStorage.getItem('draftLeft')).toBeNull())
  })

  test('a reload that overtakes the last save waits for it, and shows what was typed last', async () => {
    window.sessionStorage.setItem('draftLeft', 'never')
    let looks = 0
    answer({
      '/apply/profile': () => {
        looks += 1
        return looks < 3 ? known({}) : { ...known({ employer: '示例机构' }), ...saved }
      },
    })
    await open()
    expect((await screen.findByLabelText<HTMLInputElement>('工作单位')).value).toBe('示例机构')
    expect(window.sessionStorage.getItem('draftLeft')).toBeNull()
  })

  test('leaving the screen keeps it at once, and coming back shows it', async () => {
    const calls = answer({ '/apply/profile': known({}), '/draft': saved })
    const { unmount, client } = await open()
    fireEvent.change(await employer(), { target: { value: '示例机构' } })
    unmount()
    expect(drafts(calls)).toMatchObject([{ body: { draft: { employer: '示例机构' } }, keepalive: true }])
    expect(client.getQueryData(['apply', 'profile'])).toMatchObject({ draft: { employer: '示例机构' } })
  })
})

test('R2.17 a student is told at once that nothing is lent to students: no further field, no way to hand in, and the occupation can be changed', async () => {
  answer({ '/apply/profile': known({ ...whole, occupation: '5' }), '/draft': saved })
  await open()
  expect((await screen.findByText(/暂不向在校学生提供借款/)).textContent).toContain('修改职业')
  expect(screen.queryAllByRole('textbox')).toEqual([])
  expect(screen.queryByRole('button', { name: '下一步：确认资料' })).toBeNull()
  expect(screen.getByRole('button', { name: /职业/ })).not.toBeNull()
  expect(screen.getByRole('button', { name: '返回首页' })).not.toBeNull()
})
