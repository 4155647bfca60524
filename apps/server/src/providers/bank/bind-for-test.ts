import type { UnderTest } from '../adapters-under-test.ts'
import { keyFor } from '../suite.ts'

/** Binds a card as a borrower would; returns the agreement number that debits and pay-outs name. */
export async function bindForTest({ providers, bankCode }: UnderTest, mobile: string): Promise<string> {
  const request = { key: keyFor('bind'), cardNumber: '6222020000000009', mobile, name: '测试', idNumber: '11010119900307002X' }
  const started = await providers.bank.startBind(request)
  if (started.answer !== 'ok') throw new Error(`not started: ${started.answer}`)
  const confirmed = await providers.bank.confirmBind({ key: keyFor('confirm'), ticket: started.ticket, code: await bankCode(mobile) })
  if (confirmed.answer !== 'ok') throw new Error(`not confirmed: ${confirmed.answer}`)
  return confirmed.channelAgreementNo
}
