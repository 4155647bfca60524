import { api } from '@fyh/contract/api.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { emptyUserState, useUserStore } from '#platform/store.ts'
import { BorrowMoneyScreen } from './borrow-money-screen.tsx'
import { SignScreen } from './sign-screen.tsx'

beforeEach(() => {
  useUserStore.setState(emptyUserState, true)
  window.sessionStorage.clear()
  window.history.replaceState(null, '')
})
afterEach(cleanup)

const packs = ['borrow', 'blocks', 'option', 'lending', 'agreement', 'loan', 'coupon'] as const
const right = { rightCode: 'video-7d', name: '影音会员 7 天券', icon: 'video', count: 2, unitFen: 400 }
const supplier = { name: '示例权益服务有限公司', phone: '400-000-0001' }
const one = { packageId: 1, name: '生活权益包', supplier, priceFen: 2_990, termDays: 30, rights: [right] }
const choice = { package: one, priceBeforePpm: 180_000, pricePpm: 185_774, obstacle: null }
const quote = { ...api.borrow.quote.example.data, quoteId: 9 }
const shownText = () => (document.body.textContent ?? '').replaceAll('\u00A0', ' ')

async function wishing(table: Parameters<typeof answer>[0] = {}) {
  const calls = answer({
    '/loan/options': api.borrow.options.example.data,
    '/loan/coupons': { items: [], bestId: null },
    '/loan/benefits': { items: [choice] },
    '/loan/quote': quote,
    ...table,
  })
  const { here } = await openScreen(BorrowMoneyScreen, packs)
  fireEvent.change(await screen.findByLabelText('借多少'), { target: { value: '10000' } })
  return { here, sent: () => calls.filter(({ path }) => path.endsWith('/loan/quote')).map(({ body }) => body) }
}
const box = () => screen.findByRole('checkbox', { name: /生活权益包/ })
async function next() {
  fireEvent.click(screen.getByRole('button', { name: /借款用途/ }))
  fireEvent.click(await screen.findByRole('button', { name: '电子产品' }))
  fireEvent.click(screen.getByRole('button', { name: '下一步：查看费用与合同' }))
}

test('R2.49 a package stands unticked with supplier, price and what the loan costs with it; unless it is ticked none is asked for', async () => {
  const { here, sent } = await wishing()
  expect((await box()).getAttribute('checked')).toBeNull()
  expect(await box()).toHaveProperty('checked', false)
  expect(shownText()).toContain('由示例权益服务有限公司提供，开通后 30 天有效')
  expect(shownText()).toContain('年化综合成本由 18.00% 变为 18.58%')
  expect(shownText()).toContain('不买同样可以借款')
  await next()
  await waitFor(() => expect(here()).toBe('/signAgreement?quoteId=9'))
  expect(sent()[0]).not.toHaveProperty('benefitPackageId')
})

test('R2.49 ticking it raises the price on the page and asks for it; another tap takes it out again', async () => {
  const { here, sent } = await wishing()
  expect(shownText()).toContain('无其他费用')
  fireEvent.click(await box())
  expect(shownText()).toContain('含自选权益包 29.90 元')
  expect(shownText()).not.toContain('无其他费用')
  fireEvent.click(await box())
  expect(shownText()).toContain('无其他费用')
  fireEvent.click(await box())
  await next()
  await waitFor(() => expect(here()).toBe('/signAgreement?quoteId=9'))
  expect(sent()[0]).toMatchObject({ benefitPackageId: 1 })
})

test('one that would break the cap and one that is owned cannot be ticked and say why', async () => {
  const other = { ...one, packageId: 2, name: '出行权益包' }
  await wishing({
    '/loan/benefits': {
      items: [
        { ...choice, obstacle: 'cap' },
        { ...choice, package: other, obstacle: 'owned' },
      ],
    },
  })
  await waitFor(() => expect(shownText()).toContain('加上它，年化综合成本为 18.58%，超过上限，不能一起购买'))
  expect(shownText()).toContain('您已有一份')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('packages that cannot be fetched stop nothing, and can be fetched again', async () => {
  let fails = true
  await wishing({ '/loan/benefits': () => (fails ? refusal('INTERNAL', '系统繁忙') : { items: [choice] }) })
  const again = await screen.findByRole('button', { name: '权益包没有加载出来，重试' })
  fails = false
  fireEvent.click(again)
  await box()
})

const costSheet = {
  ...quote.costSheet,
  items: [
    { item: 'interest', payee: '示例消费金融有限公司', annualRatePpm: 180_000, amount: 100_161, annualisedPpm: 180_000 },
    { item: 'benefit', payee: supplier.name, annualRatePpm: 0, amount: 2_990, annualisedPpm: 5_774 },
  ],
  totalCost: 103_151,
  price: { simplePpm: 185_774, compoundPpm: 202_438 },
  benefit: {
    packageId: 1,
    name: one.name,
    supplier: supplier.name,
    priceFen: 2_990,
    termDays: 30,
    costBefore: 100_161,
    priceBefore: { simplePpm: 180_000, compoundPpm: 195_618 },
  },
}

test('R2.49 the cost sheet names supplier and amount, the cost without the package, and one tap asks for the loan without it', async () => {
  const calls = answer({ '/loan/quote/9': { ...quote, benefitPackageId: 1, costSheet }, '/loan/quote': { ...quote, quoteId: 10 } })
  const { here } = await openScreen(SignScreen, packs, '/sign?quoteId=9', '/sign')
  const row = (await screen.findByText('生活权益包，自愿购买，放款后从收款卡扣款一次', { selector: 'td *' })).closest('tr')
  expect(row?.textContent).toContain('示例权益服务有限公司')
  expect(row?.textContent).toContain('29.90')
  expect(shownText()).toContain('不买权益包：成本合计 1,001.61 元，年化 18.00%')
  fireEvent.click(screen.getByRole('button', { name: '移除生活权益包' }))
  await waitFor(() => expect(here()).toBe('/signAgreement?quoteId=10'))
  const asked = calls.find(({ path, body }) => path.endsWith('/loan/quote') && body !== undefined)?.body
  expect(asked).toEqual({ productId: 101, amountFen: 1_000_000, periods: 12, use: '01' })
})
