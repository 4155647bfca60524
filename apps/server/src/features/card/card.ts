import type { Db, Deps, Tx } from '#platform/deps.ts'
import type { JobTable } from '#platform/jobs.ts'
import { bankNameOf } from './bins.ts'
import { type CardRow, cardRow, cardRows, forgetOldBindings, markAgreementEnded } from './card.sql.ts'

export { cardHandlers } from './card.handlers.ts'

export type Card = {
  readonly cardId: number
  readonly bankCode: string
  readonly bankName: string
  /** The last four digits. */
  readonly tail: string
  readonly isDefault: boolean
  /** What debits and pay-outs name instead of the number. */
  readonly channelAgreementNo: string
  /** The holder's agreement to be debited holds, as far as is known. */
  readonly isDebitable: boolean
}

export async function cardOf(db: Db | Tx, userId: number, cardId: number): Promise<Card | undefined> {
  const row = await cardRow(db, userId, cardId)
  return row && shown(row)
}

/** The bound cards, the default first. */
export async function cardsOf(db: Db | Tx, userId: number): Promise<Card[]> {
  return (await cardRows(db, userId)).map(shown)
}

/** A debit was refused because the holder's agreement had ended: until the card is bound anew, it may be. */
export async function agreementEnded(tx: Tx, { clock }: Pick<Deps, 'clock'>, card: { userId: number; cardId: number }): Promise<void> {
  await markAgreementEnded(tx, { ...card, at: clock.machineNow() })
}

/** Bindings that came to nothing hold a card number, so they do not stay. */
export function cardJobs({ db, clock }: Pick<Deps, 'db' | 'clock'>): JobTable {
  return {
    'card.forget': {
      every: 3_600,
      work: () => forgetOldBindings(db, clock.machineNow()),
    },
  }
}

/** The card as the borrower's screens get it. */
export const summaryOf = ({ cardId, bankCode, bankName, tail, isDefault }: Card) => ({ cardId, bankCode, bankName, tail, isDefault })

function shown(row: CardRow): Card {
  return {
    cardId: row.card_id,
    bankCode: row.bank_code,
    bankName: bankNameOf(row.bank_code),
    tail: row.tail,
    isDefault: row.is_default,
    channelAgreementNo: row.channel_agreement_no,
    isDebitable: row.agreement_ended_at === null,
  }
}
