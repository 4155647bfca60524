import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { useEntryText } from '#platform/entry-text.ts'
import { useAddressQuery } from '#platform/screen.ts'
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
 * The card that money moves over: the one chosen on this page, also before a reload, else the one just added for it, which the address
 * names, else the one that the loan is debited from, else the borrower's own default, else the first. One that was refused before is never taken
 * by itself.
 */
export function useChosenCard(
  cards: readonly CardSummary[],
  { refusedId, debitedId }: { refusedId?: number | undefined; debitedId?: number } = {},
) {
  const added = useAddressQuery().get('cardId')
  const [chosen = added, keep] = useEntryText('card')
  const usual = cards.filter(({ cardId }) => cardId !== refusedId)
  const debited = usual.find(({ cardId }) => cardId === debitedId)
  const card = cards.find(({ cardId }) => String(cardId) === chosen) ?? debited ?? usual.find(({ isDefault }) => isDefault) ?? usual[0]
  return { cardId: card?.cardId, choose: (cardId: number) => keep(String(cardId)) }
}

/**
 * A row of a KeyValueList: the chosen card; tapping it opens the others, one that was refused before marked and last. With no card at all it
 * goes straight to adding one.
 */
export function CardPicker(props: {
  name: string
  cards: readonly CardSummary[]
  value: number | undefined
  onChange: (cardId: number) => void
  onAdd: () => void
  refusedId?: number | undefined
  error?: string | undefined
}) {
  const { name, cards, value, onChange, onAdd, refusedId, error } = props
  const t = useWords('blocks')
  const cardName = useCardName()
  const [open, setOpen] = useState(false)
  const chosen = cards.find((card) => card.cardId === value)
  const isRefused = ({ cardId }: CardSummary) => cardId === refusedId
  const none = cards.length === 0 ? t('card.none') : t('card.choose')
  return (
    <>
      <KeyValue
        name={name}
        value={chosen === undefined ? none : cardName(chosen)}
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
          {[...cards.filter((card) => !isRefused(card)), ...cards.filter(isRefused)].map((card) => (
            <ListRow
              key={card.cardId}
              icon="card"
              title={cardName(card)}
              strong={card.cardId === value}
              value={isRefused(card) ? <Tag tone="warning">{t('card.refused')}</Tag> : card.isDefault && <Tag>{t('card.isDefault')}</Tag>}
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
