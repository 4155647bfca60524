import type { Failure } from './failures.ts'

/**
 * Values that decide an outcome by themselves, so that a failure can be had without an order. The page and docs/sandbox.md show this table.
 * Tails are the last four digits: of the phone for a text message, of the card for everything about a card.
 */
export const magic = {
  smsRefused: { tail: '9901', effect: 'Phone ending 9901: text messages to it are refused' },
  smsHeld: { tail: '9902', effect: 'Phone ending 9902: text messages to it are carried out, but the carrier never answers' },
  bindRefused: { tail: '9911', effect: 'Card ending 9911: the bank does not confirm the card' },
  bindHeld: { tail: '9912', effect: 'Card ending 9912: the bank never answers' },
  debitFails: { tail: '9913', effect: 'Card ending 9913: debits are accepted and then fail, the balance is too low' },
  debitPart: { tail: '9914', effect: 'Card ending 9914: debits take half of the amount' },
  payOutRefused: { tail: '9915', effect: 'Card ending 9915: pay-outs are accepted and then refused, the card is not accepted' },
  noticeNever: { tail: '9916', effect: 'Card ending 9916: no call-back ever comes for a debit or pay-out; asking finds the outcome' },
  payOutOverLimit: {
    tail: '9918',
    effect: 'Card ending 9918: pay-outs are accepted, then refused because the amount is above the card’s limit',
  },
  noticeTwice: { tail: '9917', effect: 'Card ending 9917: every call-back comes twice' },
} as const
export type MagicName = keyof typeof magic

/** A pay-out of exactly this amount is accepted and then refused by the lender. */
export const payOutRefusedFen = 440_000

export const isMagic = (name: MagicName, value: string): boolean => value.endsWith(magic[name].tail)

/** How often the call-back of an order on a card is sent. */
export function noticeTimes(cardTail: string, failure: Failure | undefined): number {
  if (failure === 'never' || isMagic('noticeNever', cardTail)) return 0
  return failure === 'twice' || isMagic('noticeTwice', cardTail) ? 2 : 1
}
