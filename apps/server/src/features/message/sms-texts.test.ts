import { placeholderNames } from '@fyh/base/placeholders.ts'
import { messageKinds } from '@fyh/contract/message.ts'
import { expect, test } from 'vitest'
import { messageExamples } from './message.example.ts'
import { hasSms, smsText, smsTexts } from './sms-texts.ts'

const withoutGrace = { kind: 'fellOverdue', params: { ...messageExamples.fellOverdue.params, graceUntilOn: undefined } } as const

test('the SMS of every kind, as a borrower reads it in both languages', () => {
  const contents = [...messageKinds.filter(hasSms).map((kind) => messageExamples[kind]), withoutGrace]
  expect(contents.flatMap((content) => [smsText(content, 'zh-cn'), smsText(content, 'en-us')])).toMatchInlineSnapshot(`
    [
      "您的借款 1,000.00 元已到账尾号 0009 的银行卡，首期还款日为 12 月 27 日。还款计划可在应用内查看。",
      "Your loan of ¥1,000.00 has been paid to your card ending in 0009. Your first payment is due on Dec 27.",
      "您的借款 1,000.00 元此前显示放款未成功，现经放款机构确认已到账尾号 0009 的银行卡，借款已生效，首期还款日为 12 月 27 日。",
      "We told you that your loan of ¥1,000.00 couldn’t be paid out. The lender has now confirmed that it paid the money to your card ending in 0009. Your loan is active, and your first payment is due on Dec 27.",
      "放款机构向您多付了 1,000.00 元，这笔钱不属于您的借款，请勿使用，并请联系客服。",
      "The lender paid you ¥1,000.00 too much. This money isn’t part of your loan. Please don’t use it, and contact customer service.",
      "您有一笔还款 1,000.00 元将于 12 月 27 日到期，请确保扣款银行卡余额充足。",
      "Your payment of ¥1,000.00 is due on Dec 27. Please make sure your card has enough funds.",
      "您的还款 1,000.00 元扣款未成功，扣款银行卡尾号 0009。请检查银行卡后在应用内还款。",
      "We couldn’t debit your payment of ¥1,000.00 from your card ending in 0009. Please check the card and repay in the app.",
      "您有 1,000.00 元已于 12 月 27 日到期，现已逾期，请尽快在应用内还款：12 月 30 日（含）前还清不收罚息，超过后自还款日次日起计收。",
      "Your payment of ¥1,000.00 was due on Dec 27 and is overdue. Please repay in the app. No late fee if you pay by Dec 30; after that, it’s charged from the day after the due date.",
      "您的借款已结清，合同编号 FYH20261127000001，共还款 1,000.00 元。感谢您的使用。",
      "Your loan under contract FYH20261127000001 is settled. You repaid ¥1,000.00 in total. Thank you.",
      "您的还款 1,000.00 元被银行退回，未能入账，扣款银行卡尾号 0009。请在应用内重新还款，如有疑问请联系客服。",
      "Your bank returned your payment of ¥1,000.00 from your card ending in 0009, so it doesn’t count. Please pay again in the app. Questions? Contact customer service.",
      "您有 1,000.00 元已于 12 月 27 日到期，现已逾期，请尽快在应用内还款。罚息按借款合同计收。",
      "Your payment of ¥1,000.00 was due on Dec 27 and is overdue. Please repay in the app soon. A late fee is charged under your loan contract.",
    ]
  `)
})

test('both languages of an SMS name the same figures', () => {
  for (const texts of Object.values(smsTexts)) expect(placeholderNames(texts['en-us'])).toEqual(placeholderNames(texts['zh-cn']))
})

test('an SMS names the amount, and never a full card number or a phone', () => {
  for (const texts of Object.values(smsTexts)) expect(placeholderNames(texts['zh-cn'])).toContain('amount')
  for (const kind of messageKinds)
    for (const language of ['zh-cn', 'en-us'] as const) expect(smsText(messageExamples[kind], language) ?? '').not.toMatch(/1\d{10}|\d{16}/)
})
