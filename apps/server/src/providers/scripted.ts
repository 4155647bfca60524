import { civilDate } from '@fyh/base/dates.ts'
import type { Answer } from './answer.ts'
import type { ConfirmBind, ConfirmBindAnswer, StartBind, StartBindAnswer } from './bank/port.ts'
import type { IssueCheck, IssueCheckAnswer, VerifyCheck, VerifyCheckAnswer } from './check/port.ts'
import type { CompareFace, CompareFaceAnswer } from './face/port.ts'
import type { IdCardFields, ReadIdCard, ReadIdCardAnswer } from './ocr/port.ts'
import { scriptedBenefits } from './scripted-benefits.ts'
import { scriptedCall } from './scripted-call.ts'
import { scriptedMessenger } from './scripted-messenger.ts'
import { type Notice, scriptedLenders, scriptedPayment } from './scripted-money.ts'
import type { SendSms } from './sms/port.ts'

/** The code that the scripted bank sends; six digits, so that a caller who takes four for granted is found out. */
export const scriptedBankCode = '246810'

export type ScriptedProviders = ReturnType<typeof scriptedProviders>

/**
 * Every outside party in memory, for tests: agreeable until told otherwise, and remembering by key as a real one does.
 * `payment.debit.next({ answer: 'unknown' })` sets the coming answer, `.loseAnswer()` acts and loses it, `.calls` holds what was asked.
 * Debits and pay-outs that were accepted stay in process until `takeNotices()` settles them and hands out their call-backs, to be
 * signed and posted by the test; `payment.decide({ result: 'failed', … })` says beforehand how the coming order will end.
 */
export function scriptedProviders() {
  const pending: (() => Notice)[] = []
  return {
    sms: { send: scriptedCall<SendSms, Answer>(() => ({ answer: 'ok' })) },
    ocr: { readIdCard: scriptedCall<ReadIdCard, ReadIdCardAnswer>(readIdCard) },
    face: { compare: scriptedCall<CompareFace, CompareFaceAnswer>(() => ({ answer: 'ok' })) },
    bank: {
      startBind: scriptedCall<StartBind, StartBindAnswer>(startBind),
      confirmBind: scriptedCall<ConfirmBind, ConfirmBindAnswer>(confirmBind),
    },
    check: {
      issue: scriptedCall<IssueCheck, IssueCheckAnswer>(issueCheck),
      verify: scriptedCall<VerifyCheck, VerifyCheckAnswer>(verifyCheck),
    },
    payment: scriptedPayment(pending),
    benefit: scriptedBenefits(pending),
    lender: scriptedLenders(pending),
    messenger: scriptedMessenger(),
    /** Settles every order in process and returns the call-backs, oldest first. */
    takeNotices: (): Notice[] => pending.splice(0).map((settle) => settle()),
  }
}

/** What the scripted reader finds on a front and on a back. */
export const scriptedCard = {
  front: {
    name: '测试',
    idNumber: '11010119900307002X',
    address: '北京市东城区示例路 1 号',
    issuer: null,
    validFrom: null,
    validTo: null,
    longTerm: false,
  },
  back: {
    name: null,
    idNumber: null,
    address: null,
    issuer: '北京市公安局东城分局',
    validFrom: civilDate('2016-03-07'),
    validTo: civilDate('2036-03-07'),
    longTerm: false,
  },
} as const satisfies Record<'front' | 'back', IdCardFields>

function readIdCard({ side }: ReadIdCard): ReadIdCardAnswer {
  return { answer: 'ok', fields: scriptedCard[side] }
}

function startBind({ key }: StartBind): StartBindAnswer {
  return { answer: 'ok', ticket: `ticket-${key}`, smsCodeDigits: scriptedBankCode.length }
}

/** Solves every challenge of the scripted check. */
export const scriptedSolution = { kind: 'slide', x: 120 } as const

function issueCheck({ key }: IssueCheck): IssueCheckAnswer {
  const picture = { width: 280, height: 140, pieceSize: 44, pieceY: 40, picture: '', piece: '' }
  return { answer: 'ok', challengeId: `challenge-${key}`, ...picture, question: '七加五等于多少？' }
}

function verifyCheck({ solution }: VerifyCheck): VerifyCheckAnswer {
  const isRight = solution.kind === 'slide' ? solution.x === scriptedSolution.x : solution.text === '12'
  return isRight ? { answer: 'ok' } : { answer: 'refused', reason: 'wrong' }
}

function confirmBind({ ticket, code }: ConfirmBind): ConfirmBindAnswer {
  if (code !== scriptedBankCode) return { answer: 'refused', reason: 'wrongCode' }
  return { answer: 'ok', channelAgreementNo: `agreement-${ticket}` }
}
