import type { Answer, Keyed } from '../answer.ts'

export type BankPort = {
  /** Asks the bank to check the four facts of a card and to send its own code to the phone reserved with it. */
  startBind(request: StartBind): Promise<StartBindAnswer>
  /** Proves that code. The agreement number is what later debits and pay-outs name instead of the card. */
  confirmBind(request: ConfirmBind): Promise<ConfirmBindAnswer>
}
export type StartBind = Keyed & { readonly cardNumber: string; readonly mobile: string; readonly name: string; readonly idNumber: string }
export type StartBindAnswer = Answer<{ readonly ticket: string; readonly smsCodeDigits: number }, 'notMatched' | 'notSupported'>
export type ConfirmBind = Keyed & { readonly ticket: string; readonly code: string }
export type ConfirmBindAnswer = Answer<{ readonly channelAgreementNo: string }, 'wrongCode' | 'expired'>
