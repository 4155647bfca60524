import { type ReactNode, useEffect, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import type { MoneyKey } from '#platform/idempotency-key.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { Page } from '#ui/page.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { madeLook, openOrders } from './attempts.ts'
import { resultOf } from './result-address.ts'

/** What is to be said above all of an earlier attempt; undefined when there was none. */
type Form = (told: string | undefined) => ReactNode

/**
 * The form of a debit, unless an earlier one for one of the loans has no answer yet: what became of that comes first, and where it was made
 * its result is shown instead of a form that could debit again.
 */
export function AfterAttempt({ loanIds, children }: { loanIds: readonly number[]; children: Form }) {
  const [orders] = useState(() => openOrders(loanIds))
  return orders.length === 0 ? children(undefined) : <Asking orders={orders}>{children}</Asking>
}

function Asking({ orders, children }: { orders: readonly MoneyKey[]; children: Form }) {
  const t = useWords('repay')
  const go = useGo()
  const asked = useQuery({ ...madeLook(orders), staleTime: Number.POSITIVE_INFINITY })
  const made = asked.data
  useEffect(() => {
    if (!made) return
    made.told()
    go.replace(resultOf(made.repaymentIds))
  }, [made, go])
  if (made === null) return children(t('detail.notDebited'))
  return <Page>{asked.isError ? <Failed onRetry={() => asked.refetch()} /> : <Loading />}</Page>
}
