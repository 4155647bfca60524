import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { MemberBenefitScreen } from './member-benefit-screen.tsx'
import { AuthorizedDeductionScreen, ServiceAgreementScreen, UserInfoAuthScreen } from './sample-text-screens.tsx'

afterEach(cleanup)

test('R2.50 the sample order says that it is a sample and leads to what is on sale', async () => {
  answer({})
  const { here } = await openScreen(MemberBenefitScreen, ['equity', 'blocks'])
  expect(screen.getByText('这是一份样例，不是您的订单。')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '查看在售权益包' }))
  expect(here()).toBe('/equityOrder')
})

test.each([
  ['R2.51', AuthorizedDeductionScreen, 'authorizedDeduction'],
  ['R2.52', UserInfoAuthScreen, 'informationCollection'],
  ['R2.53', ServiceAgreementScreen, 'benefitTerms'],
] as const)('%s the text in force is shown in full', async (_id, Screen, key) => {
  const paragraphs = [
    { kind: 'heading', text: '一、总则' },
    { kind: 'text', text: '全文' },
  ]
  answer({ '/agreement/text': { key, version: '1.0', sha256: 'a'.repeat(64), title: '协议名称', paragraphs } })
  await openScreen(Screen, ['equity', 'blocks'])
  expect(await screen.findByText('协议名称')).not.toBeNull()
  expect(screen.getByText('全文')).not.toBeNull()
  expect(fetch).toHaveBeenCalledWith(expect.stringContaining(`key=${key}`), expect.anything())
})
