import type { Fen } from '@fyh/base/money.ts'
import { fen } from '@fyh/base/money.ts'
import { useState } from 'react'
import { CardPicker, type CardSummary, useChosenCard } from '#blocks/card-picker.tsx'
import { MoneyText } from '#blocks/money-text.tsx'
import { cardScreens } from '#features/card/card.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal, isUnsent } from '#platform/api.ts'
import { yuan } from '#platform/format.ts'
import { moneyKeyOf } from '#platform/idempotency-key.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery, useQueryClient } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Note } from '#ui/note.tsx'
import { useOnce } from '#ui/press.ts'
import { Sheet } from '#ui/sheet.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { type Order, orderLook, packagesLook, useRefund, useRefundAgain } from './equity.queries.ts'
import { equityScreens } from './equity.screens.ts'
import { leftOf } from './rights.tsx'

/** What is about to be refunded: all that is left, or a refund that failed, to another card. */
export type Refunding = { readonly kind: 'ask' | 'again'; readonly amountFen: Fen }
type Given = { readonly order: Order; readonly refunding: Refunding; readonly onClose: () => void }

/** Shows how the amount came about, and asks for the card that it goes to: the one that paid, or another one of the borrower's. */
export function RefundSheet(given: Given) {
  const t = useWords('equity')
  const offered = useQuery(packagesLook())
  if (offered.data !== undefined) return <Ask {...given} cards={offered.data.cards} />
  return (
    <Sheet open tall title={t(given.refunding.kind === 'ask' ? 'sheet.title' : 'sheet.again')} onClose={given.onClose}>
      {offered.isError ? <Failed onRetry={() => offered.refetch()} /> : <Loading cards={1} />}
    </Sheet>
  )
}

function Ask({ order, refunding, onClose, cards }: Given & { readonly cards: readonly CardSummary[] }) {
  const t = useWords('equity')
  const go = useGo()
  const { kind, amountFen } = refunding
  // The card at which a refund failed is not suggested once more.
  const refusedId = kind === 'again' ? cards.find(({ tail }) => tail === order.refund?.cardTail)?.cardId : undefined
  const { cardId, choose } = useChosenCard(cards, { refusedId, debitedId: order.payment.cardId })
  const { submit, isBusy, notice, isCardMissing } = useAsking(order, refunding, { cardId, onClose })
  const next = to(equityScreens.order, undefined, { id: order.orderId, refund: 1 })
  return (
    <Sheet
      open
      title={t(kind === 'ask' ? 'sheet.title' : 'sheet.again')}
      onClose={onClose}
      closable={!isBusy}
      footer={
        <Button block loading={isBusy} onPress={submit}>
          {t('sheet.confirm', { amount: yuan(amountFen) })}
        </Button>
      }
    >
      <Stack gap={3}>
        <MoneyText fen={amountFen} />
        {kind === 'ask' && <Parts order={order} />}
        <KeyValueList>
          <CardPicker
            name={t('sheet.to')}
            cards={cards}
            value={cardId}
            onChange={choose}
            onAdd={() => go.to(to(cardScreens.addBankCard, undefined, { next }))}
            refusedId={refusedId}
            error={isCardMissing ? t('sheet.cardMissing') : undefined}
          />
        </KeyValueList>
        {kind === 'ask' && <Text size="small">{t('sheet.note')}</Text>}
        {notice !== undefined && (
          <Note tone="warning" live>
            {notice}
          </Note>
        )}
      </Stack>
    </Sheet>
  )
}

/** Of what the amount is the sum; one sentence while nothing was used. */
function Parts({ order }: { order: Order }) {
  const t = useWords('equity')
  const left = order.package.rights.map((right) => ({ ...right, left: leftOf(order, right.rightCode) }))
  if (left.every((right) => right.left === right.count)) return <Text size="quiet">{t('sheet.full')}</Text>
  return (
    <div>
      <Text size="quiet">{t('sheet.part')}</Text>
      <KeyValueList>
        {left
          .filter((right) => right.left > 0)
          .map(({ rightCode, name, left: count, unitFen }) => (
            <KeyValue short key={rightCode} name={t('sheet.row', { name, count })} value={yuan(fen(count * unitFen))} />
          ))}
      </KeyValueList>
    </div>
  )
}

function useAsking(order: Order, { kind, amountFen }: Refunding, { cardId, onClose }: { cardId: number | undefined; onClose: () => void }) {
  const t = useWords('equity')
  const client = useQueryClient()
  const [refund, again] = [useRefund(), useRefundAgain()]
  const [notice, setNotice] = useState<string>()
  const [isCardMissing, setCardMissing] = useState(false)
  const { orderId } = order
  const submit = useOnce(async () => {
    setNotice(undefined)
    setCardMissing(cardId === undefined)
    if (cardId === undefined) return
    // A refund after one that failed is another act, also to the same card.
    const { key, done } = moneyKeyOf(`benefit refund ${orderId} ${amountFen} ${cardId} ${kind === 'again' ? order.refund?.at : 'first'}`)
    try {
      if (kind === 'ask') await refund.mutateAsync({ orderId, amountFen, cardId, idempotencyKey: key })
      else await again.mutateAsync({ orderId, cardId, idempotencyKey: key })
      done()
      onClose()
    } catch (failure) {
      if (!isRefusal(failure)) return setNotice(t(isUnsent(failure) ? 'sheet.unsent' : 'sheet.lost'))
      // Nothing was ordered, so what is corrected is another act.
      done()
      setNotice(failure.message)
      await Promise.all([
        client.invalidateQueries({ queryKey: orderLook(orderId).queryKey }),
        client.invalidateQueries({ queryKey: packagesLook().queryKey }),
      ])
    }
  })
  return { submit, isBusy: refund.isPending || again.isPending, notice, isCardMissing }
}
