import type { Failure } from './failures.ts'

/**
 * Values that cause an outcome by themselves, without an ordered failure. The page and docs/sandbox.md show this table.
 * Tails are the last four digits: of the phone for a text message, of the card for everything about a card.
 */
export const magic = {
  smsRefused: { tail: '9901', effect: 'Phone ending 9901: SMS are refused' },
  smsHeld: { tail: '9902', effect: 'Phone ending 9902: SMS are sent, but the carrier never responds' },
  bindRefused: { tail: '9911', effect: 'Card ending 9911: the bank doesn’t confirm the card' },
  bindHeld: { tail: '9912', effect: 'Card ending 9912: the bank never responds' },
  debitFails: { tail: '9913', effect: 'Card ending 9913: debits are accepted, then fail because the balance is too low' },
  debitPart: { tail: '9914', effect: 'Card ending 9914: only half of each debit is taken' },
  payOutRefused: { tail: '9915', effect: 'Card ending 9915: payouts are accepted, then refused because of the card' },
  noticeNever: {
    tail: '9916',
    effect: 'Card ending 9916: no callback is sent for a debit, payout or transfer; a query returns the outcome',
  },
  payOutOverLimit: {
    tail: '9918',
    effect: 'Card ending 9918: payouts are accepted, then refused because the amount exceeds the card’s limit',
  },
  transferFails: { tail: '9919', effect: 'Card ending 9919: money sent to the card is accepted, then fails because the card is frozen' },
  transferReturned: {
    tail: '9920',
    effect: 'Card ending 9920: money sent to the card arrives, and its bank sends it back a few seconds later',
  },
  benefitFails: { tail: '-refuse', effect: 'Package code ending -refuse: the activation is accepted, then fails' },
  rightGone: { tail: '-gone', effect: 'Right code ending -gone: the use is accepted, then fails' },
  noticeTwice: { tail: '9917', effect: 'Card ending 9917: every callback is sent twice' },
} as const
export type MagicName = keyof typeof magic

/** A pay-out of exactly this amount is accepted and then refused by the lender. */
export const payOutRefusedFen = 440_000

/** Amounts that decide an application to a partner lender; every other one is approved as asked for. */
export const applicationMagic = {
  refuse: { amountFen: 440_000, end: 'refuse', effect: 'the partner declines the risk' },
  half: { amountFen: 450_000, end: 'half', effect: 'half of it is approved' },
  more: { amountFen: 460_000, end: 'more', effect: 'a work phone number is asked for' },
  never: { amountFen: 470_000, end: 'never', effect: 'it is never decided' },
  twice: { amountFen: 480_000, end: 'twice', effect: 'the approval is sent twice, the second time with another amount' },
} as const

export const isMagic = (name: MagicName, value: string): boolean => value.endsWith(magic[name].tail)

/** How often the call-back of an order on a card is sent. */
export function noticeTimes(cardTail: string, failure: Failure | undefined): number {
  if (failure === 'never' || isMagic('noticeNever', cardTail)) return 0
  return failure === 'twice' || isMagic('noticeTwice', cardTail) ? 2 : 1
}
