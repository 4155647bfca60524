import type { help } from '#locales/zh-cn/help.ts'

export type Topic = keyof (typeof help)['topic']
export type Question = keyof (typeof help)['item']

/** The questions of each topic in the order in which they are asked; their words are in the pack `help`. */
export const questionsOf = {
  apply: ['needed', 'howLong', 'refused', 'applyFree'],
  borrow: ['cost', 'whoLends', 'arrival', 'payoutFailed'],
  repay: ['howToPay', 'early', 'overdue', 'debitFailed', 'surplus'],
  account: ['debitCard', 'promotions', 'devices'],
  safety: ['code', 'contacts', 'data'],
  complain: ['complain', 'deadline'],
} as const satisfies Readonly<Record<Topic, readonly Question[]>>

// Object.keys is typed wider than the table it was given.
export const topics = Object.keys(questionsOf) as readonly Topic[]
