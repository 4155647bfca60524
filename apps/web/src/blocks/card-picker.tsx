import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { useEntryText } from '#platform/entry-text.ts'
import { Button } from '#ui/button.tsx'
import { KeyValue } from '#ui/key-value.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Tag } from '#ui/tag.tsx'

export type CardSummary = DataOf<Api['card']['list']>['cards'][number]

/** '工商银行 (0009)' */
export function useCardName(): (card: Pick<CardSummary, 'bankName' | 'tail'>) => string {
  const t = useWords('blocks')
  return ({ bankName, tail }) => t('card.named', { bank: bankName, tail })
}

/**
 * The card that money moves over: the one chosen on this page, also before a reload, else the borrower's own default, else the first. One at
 * fault before is never taken by itself.
 */
export function useChosenCard(cards: readonly CardSummary[], faultyId?: number) {
  const [chosen, keep] = useEntryText('card')
  const usual = cards.filter(({ cardId }) => cardId !== faultyId)
  const card = cards.find(({ cardId }) => String(cardId) === chosen) ?? usual.find(({ isDefault }) => isDefault) ?? usual[0]
  return { cardId: card?.cardId, choose: (cardId: number) => keep(String(cardId)) }
}

/** A row of a KeyValueList: the chosen card; tapping it opens the others. With no card at all it goes straight to adding one. */
export function CardPicker(props: {
  name: string
  cards: readonly CardSummary[]
  value: number | undefined
  onChange: (cardId: number) => void
  onAdd: () => void
  error?: string | undefined
}) {
  const { name, cards, value, onChange, onAdd, error } = props
  const t = useWords('blocks')
  const cardName = useCardName()
  const [open, setOpen] = useState(false)
  const chosen = cards.find((card) => card.cardId === value)
  return (
    <>
      <KeyValue
        name={name}
        value={chosen === undefined ? t('card.none') : cardName(chosen)}
        error={error}
        onPress={() => (cards.length === 0 ? onAdd() : setOpen(true))}
      />
      <Sheet
        open={open}
        title={t('card.choose')}
        onClose={() => setOpen(false)}
        footer={
          <Button kind="quiet" block onPress={onAdd}>
            {t('card.add')}
          </Button>
        }
      >
        <List label={t('card.choose')}>
          {cards.map((card) => (
            <ListRow
              key={card.cardId}
              icon="card"
              title={cardName(card)}
              strong={card.cardId === value}
              value={card.isDefault ? <Tag>{t('card.isDefault')}</Tag> : undefined}
              onPress={() => {
                setOpen(false)
                onChange(card.cardId)
              }}
            />
          ))}
        </List>
      </Sheet>
    </>
  )
}
