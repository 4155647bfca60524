import type { Fen } from '@fyh/base/money.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Deps } from '#platform/deps.ts'
import { cardOf } from '../card/card.ts'
import type { CodeOrder } from '../session/session.ts'
import { packageOnSale } from './packages.ts'

type Purchase = { readonly packageId: number; readonly cardId: number }

/** Names all of a purchase, so that its code confirms no other one. */
export const purchaseText = ({ packageId, priceFen, cardId }: Purchase & { readonly priceFen: Fen }): string =>
  `benefit package ${packageId} for ${priceFen} fen from card ${cardId}`

/** The purchase that a code is asked for. Refuses a package that is not on sale and a card that is not the borrower's. */
export async function purchaseOrder(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { userId, packageId, cardId }: Purchase & { readonly userId: number },
): Promise<CodeOrder> {
  const { priceFen } = packageOnSale({ clock, config }, packageId) ?? fail('BENEFIT_NOT_ON_SALE')
  const card = (await cardOf(db, userId, cardId)) ?? fail('CARD_NOT_FOUND')
  return { text: purchaseText({ packageId, priceFen, cardId }), amountFen: priceFen, cardTail: card.tail }
}
