import { fen } from '@fyh/base/money.ts'
import { equityStatuses } from '@fyh/contract/equity.machine.ts'
import { useState } from 'react'
import { AgreementSheet } from '#blocks/agreement-sheet.tsx'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { yuan } from '#platform/format.ts'
import { moneyKeyOf } from '#platform/idempotency-key.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery, useQueryClient } from '#platform/query.ts'
import { to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Page } from '#ui/page.tsx'
import { useOnce } from '#ui/press.ts'
import { Sheet } from '#ui/sheet.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import styles from './equity.module.css'
import { type Order, orderLook, type Right, useUse } from './equity.queries.ts'
import { equityScreens } from './equity.screens.ts'
import { OrderView } from './order-view.tsx'
import { type Refunding, RefundSheet } from './refund-sheet.tsx'
import { UsableRights } from './rights.tsx'

/** One order; asked for again while something of it is on its way. */
export function OrderPage({ id }: { id: number }) {
  const t = useWords('equity')
  const go = useGo()
  const order = useQuery(orderLook(id))
  if (order.data !== undefined) return <KnownOrder order={order.data} />
  if (!order.isError)
    return (
      <Page>
        <Loading />
      </Page>
    )
  if (!isRefusal(order.error, 'BENEFIT_NOT_FOUND'))
    return (
      <Page>
        <Failed onRetry={() => order.refetch()} />
      </Page>
    )
  return (
    <Page>
      <Empty
        title={t('notFound')}
        action={
          <Button kind="quiet" onPress={() => go.replace(to(equityScreens.order))}>
            {t('seeAll')}
          </Button>
        }
      />
    </Page>
  )
}

type Opened = 'terms' | 'use' | 'refund'

function KnownOrder({ order }: { order: Order }) {
  const t = useWords('equity')
  // Back from adding a card for a refund.
  const isRefunding = useAddressQuery().get('refund') !== null
  const [opened, setOpened] = useState<Opened | undefined>(isRefunding ? 'refund' : undefined)
  const { use, isUsing } = useUsing(order)
  const refunding = refundingOf(order)
  const close = () => setOpened(undefined)
  const openRefund = () => setOpened('refund')
  return (
    <Page
      action={
        <Button kind="text" onPress={() => setOpened('terms')}>
          {t('terms')}
        </Button>
      }
      footer={order.status === equityStatuses.inUse && <Acts order={order} isUsing={isUsing} onOpen={setOpened} />}
    >
      <OrderView order={order} onRefund={openRefund} />
      {opened === 'terms' && <AgreementSheet agreementKey="benefitTerms" title={t('termsTitle')} onClose={close} />}
      {opened === 'refund' && refunding !== undefined && <RefundSheet order={order} refunding={refunding} onClose={close} />}
      <Sheet open={opened === 'use'} title={t('chooseRight')} onClose={close}>
        <UsableRights
          order={order}
          onChoose={(right) => {
            close()
            return use(right)
          }}
        />
      </Sheet>
    </Page>
  )
}

function Acts({ order, isUsing, onOpen }: { order: Order; isUsing: boolean; onOpen: (what: Opened) => void }) {
  const t = useWords('equity')
  const isLeft = order.left.some(({ count }) => count > 0)
  const use = isLeft && (
    <Button block loading={isUsing} onPress={() => onOpen('use')}>
      {t('toUse')}
    </Button>
  )
  if (order.refundableFen === null) return use
  return (
    <div className={styles.acts}>
      <Button block kind="quiet" onPress={() => onOpen('refund')}>
        {t('askRefund')}
      </Button>
      {use}
    </div>
  )
}

/** What can be refunded now: what is left, or a refund that did not arrive. */
function refundingOf({ refundableFen, refund }: Order): Refunding | undefined {
  if (refundableFen !== null) return { kind: 'ask', amountFen: refundableFen }
  return refund?.state === 'failed' ? { kind: 'again', amountFen: refund.amountFen } : undefined
}

function useUsing({ orderId, uses, refundableFen }: Order) {
  const t = useWords('equity')
  const client = useQueryClient()
  const change = useUse()
  const use = useOnce(async ({ rightCode, name, unitFen }: Right) => {
    const rest = (refundableFen ?? 0) - unitFen
    const body = rest > 0 ? t('useNote', { amount: yuan(fen(rest)) }) : t('useLastNote')
    if (!(await confirm({ title: t('useAsk', { name }), body }))) return
    // The next use of the same right is another act.
    const { key, done } = moneyKeyOf(`benefit use ${orderId} ${rightCode} ${uses.length}`)
    try {
      await change.mutateAsync({ orderId, rightCode, idempotencyKey: key })
      done()
    } catch (failure) {
      if (!isRefusal(failure)) return
      // Nothing was ordered, so the next try is another act.
      done()
      toast(failure.message)
      await client.invalidateQueries({ queryKey: orderLook(orderId).queryKey })
    }
  })
  return { use, isUsing: change.isPending }
}
