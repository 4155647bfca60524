import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { DetailScreen } from './detail-screen.tsx'

afterEach(cleanup)

async function textOf(kind: string, params: object): Promise<string> {
  answer({
    '/message/detail/1': {
      messageId: 1,
      kind,
      tab: 'notice',
      params,
      loanId: 7,
      sentAt: '2026-12-29T02:00:00.000Z',
      read: true,
      targetGone: false,
    },
  })
  await openScreen(DetailScreen, ['message', 'blocks'], '/screen?id=1')
  return (await screen.findByText(/元/)).textContent.replaceAll('\u00A0', ' ')
}

test('a loan that has just become overdue: the last day without penalty is named, and none where there are no grace days', async () => {
  const overdue = { amountFen: 104_242, dueOn: '2026-12-27', contractNo: 'FY2026112700001' }
  expect(await textOf('fellOverdue', { ...overdue, graceUntilOn: '2026-12-30' })).toContain(
    '2026-12-27 到期的 1,042.42 元已逾期，请尽快还清：2026-12-30（含）前还清不收罚息',
  )
  cleanup()
  expect(await textOf('fellOverdue', overdue)).toContain('2026-12-27 到期的 1,042.42 元已逾期，请尽快还清。罚息按借款合同计收。')
})

test('a payment is confirmed in words that fit a part, a prepayment and a late one alike', async () => {
  const text = await textOf('debitDone', { amountFen: 10_050, cardTail: '0009' })
  expect(text).toContain('已还款 100.50 元')
  expect(text).not.toContain('按时')
})

test('an approved limit: the highest price is named, and none where nothing is offered', async () => {
  const approved = { limitFen: 100_000, validUntilOn: '2027-05-26' }
  expect(await textOf('limitApproved', { ...approved, ratePpm: 180_064 })).toContain('年化利率（单利）最高 18.01%')
  cleanup()
  expect(await textOf('limitApproved', approved)).toContain('您的额度为 1,000.00 元，有效期至 2027-05-26。')
})
