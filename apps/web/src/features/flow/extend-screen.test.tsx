import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { local } from '#platform/storage.ts'
import { emptyUserState, rememberLogin, useUserStore } from '#platform/store.ts'
import { ExtendScreen } from './extend-screen.tsx'

const row = (annualRatePpm: number, instalment: number, interest: number) => ({ annualRatePpm, instalment, interest })
const landing = {
  channelName: '示例出行',
  state: 'open',
  opensOn: null,
  limitMaxFen: 20_000_000,
  price: { fromPpm: 72_000, toPpm: 239_000 },
  periods: [3, 6, 9, 12],
  example: { principal: 1_000_000, periods: 12, lowest: row(72_000, 86_619, 39_428), highest: row(239_000, 94_512, 134_144) },
  lenders: ['示例消费金融有限公司', '示例银行'],
  ownPage: null,
}
const texts = { texts: [{ key: 'registration', title: '注册服务协议', version: '1.0', sha256: 'a'.repeat(64) }] }
const user = { userId: 7, mobile: '138****4301', name: null }
const login = { token: 'T', isNew: true, user }

beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  useUserStore.setState(emptyUserState, true)
})
afterEach(cleanup)

const open = (table: object, query = '?channelCode=demo-trip') => {
  const calls = answer({ '/flow/channel': landing, '/agreement/current': texts, ...table })
  return openScreen(ExtendScreen, ['flow', 'blocks', 'session'], `/screen${query}`).then((shown) => ({ ...shown, calls }))
}

async function fillIn(): Promise<void> {
  fireEvent.change(await screen.findByLabelText('手机号'), { target: { value: '13800004301' } })
  fireEvent.change(screen.getByLabelText('短信验证码'), { target: { value: '0426' } })
  fireEvent.click(await screen.findByRole('checkbox'))
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: '查看我的额度' }))

test('R2.9 the way to complain leads to customer service, which is open to guests', async () => {
  const { here } = await open({})
  fireEvent.click(await screen.findByRole('button', { name: '投诉' }))
  await waitFor(() => expect(here()).toBe('/customerService'))
})

test('R2.9 shows partner, limit, price range, worked example, lenders, and an agreement that is not ticked', async () => {
  await open({})
  expect(await screen.findByText('由示例出行推荐')).not.toBeNull()
  expect(screen.getByText('200,000')).not.toBeNull()
  expect(screen.getByText('年化利率（单利）7.2%–23.9%')).not.toBeNull()
  expect(screen.getByText(/您的利率以审批结果为准/)).not.toBeNull()
  for (const figure of ['866.19', '394.28', '945.12', '1,341.44']) expect(screen.getByText(figure)).not.toBeNull()
  expect(screen.getByText(/由示例消费金融有限公司等 2 家持牌机构放款/)).not.toBeNull()
  expect((await screen.findByRole<HTMLInputElement>('checkbox')).checked).toBe(false)
  expect(screen.getByRole('button', { name: '投诉' })).not.toBeNull()
})

test('R2.9 who registers is sent with the channel of this visit and of the first one, and goes on to home', async () => {
  local.set('firstChannel', 'FYH-mini')
  local.set('channelCode', 'demo-trip')
  const { calls, here } = await open({ '/registerAndLogin': login })
  await fillIn()
  submit()
  await waitFor(() => expect(here()).toBe('/'))
  expect(calls.find(({ path }) => path.endsWith('/registerAndLogin'))?.body).toMatchObject({
    mobile: '13800004301',
    authCode: '0426',
    channelCode: 'demo-trip',
    firstChannelCode: 'FYH-mini',
    agreed: [{ key: 'registration', version: '1.0' }],
  })
})

test('R2.9 who is registered already learns it only after the code was proved', async () => {
  const { here } = await open({ '/registerAndLogin': { ...login, isNew: false } })
  await fillIn()
  expect(screen.queryByText('该手机号已注册，已为您登录')).toBeNull()
  submit()
  await waitFor(() => expect(here()).toBe('/'))
})

test('R2.9 nothing is sent before the agreement is ticked', async () => {
  const { calls } = await open({ '/registerAndLogin': login })
  await fillIn()
  fireEvent.click(screen.getByRole('checkbox'))
  submit()
  expect(await screen.findByText('请先阅读并同意协议')).not.toBeNull()
  expect(calls.some(({ path }) => path.endsWith('/registerAndLogin'))).toBe(false)
})

test.each([
  ['SMS_CODE_WRONG', '验证码不正确'],
  ['MOBILE_BLOCKED', '该手机号暂时无法使用'],
])('R2.9 the refusal %s stands beside its field', async (error, msg) => {
  await open({ '/registerAndLogin': refusal(error, msg) })
  await fillIn()
  submit()
  expect(await screen.findByText(msg)).not.toBeNull()
})

test('R2.9 a channel that closed meanwhile is said, and the same code registers directly', async () => {
  local.set('channelCode', 'demo-trip')
  let tries = 0
  const { calls, here } = await open({
    '/registerAndLogin': () => {
      tries += 1
      return tries === 1 ? refusal('CHANNEL_CLOSED', '该渠道的推荐已结束') : login
    },
  })
  await fillIn()
  submit()
  fireEvent.click(await screen.findByRole('button', { name: '直接注册' }))
  await waitFor(() => expect(here()).toBe('/'))
  const sent = calls.filter(({ path }) => path.endsWith('/registerAndLogin')).map(({ body }) => body)
  expect(sent).toMatchObject([
    { channelCode: 'demo-trip', authCode: '0426' },
    { channelCode: 'fyh', authCode: '0426' },
  ])
  expect(local.get('channelCode')).toBe('fyh')
})

test.each([
  [{ state: 'closed' }, '推荐已结束', '示例出行的推荐已结束。您仍可以直接申请。'],
  [{ state: 'over' }, '推荐已结束', '示例出行的推荐已结束。您仍可以直接申请。'],
  [{ state: 'notYet', opensOn: '2026-12-10' }, '推荐尚未开始', '示例出行的推荐从 2026-12-10 开始。您现在也可以直接申请。'],
])('R2.9 a channel that is not open says so, shows no form, and leads to the general offer: %j', async (change, title, body) => {
  const { here } = await open({ '/flow/channel': { ...landing, ...change } })
  expect(await screen.findByRole('heading', { name: title })).not.toBeNull()
  expect(document.body.textContent).toContain(body)
  expect(screen.queryByLabelText('手机号')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '直接申请' }))
  await waitFor(() => expect(here()).toBe('/extend?channelCode=fyh'))
})

test('R2.9 an institution’s own page: leaving is said first, the link gives nothing away, and staying is beside it', async () => {
  const { here } = await open({
    '/flow/channel': { ...landing, ownPage: { institution: '示例银行', address: 'https://bank.example/apply' } },
  })
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: '前往示例银行' })
  expect([link.href, link.rel]).toEqual(['https://bank.example/apply', 'noreferrer'])
  expect(screen.queryByLabelText('手机号')).toBeNull()
  expect(screen.queryByText('200,000')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^留在/ }))
  await waitFor(() => expect(here()).toBe('/extend?channelCode=fyh'))
})

test('R2.9 who is logged in goes to their limit without a form', async () => {
  rememberLogin('T', user)
  const { here } = await open({})
  expect(await screen.findByText('138****4301，可直接查看额度。')).not.toBeNull()
  expect(screen.queryByLabelText('手机号')).toBeNull()
  submit()
  await waitFor(() => expect(here()).toBe('/home'))
})

test('R2.9 while no lender offers anything there is neither a price nor a form', async () => {
  await open({ '/flow/channel': { ...landing, price: null, example: null, lenders: [] } })
  expect(await screen.findByText('暂时没有可申请的借款产品，请稍后再来')).not.toBeNull()
  expect(screen.queryByLabelText('手机号')).toBeNull()
})

test('R2.9 an offer that did not come can be asked for again', async () => {
  let tries = 0
  await open({
    '/flow/channel': () => {
      tries += 1
      if (tries < 3) throw new Error('no network')
      return landing
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: '重试' }, { timeout: 3_000 }))
  expect(await screen.findByText('由示例出行推荐')).not.toBeNull()
})
