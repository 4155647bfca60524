type DebitableCard = { readonly cardId: number; readonly isDefault: boolean; readonly isDebitable: boolean }

/**
 * Returns the card that a loan is debited from: its own, or the default card once the authorisation of its own has ended and that of the
 * default holds. Undefined when the loan's card is not among the borrower's.
 */
export function cardToDebit<C extends DebitableCard>(cards: readonly C[], { debitCardId }: { debitCardId: number }): C | undefined {
  const own = cards.find(({ cardId }) => cardId === debitCardId)
  if (own === undefined || own.isDebitable) return own
  return cards.find(({ isDefault, isDebitable }) => isDefault && isDebitable) ?? own
}
