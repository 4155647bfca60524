import type { Fen } from '@fyh/base/money.ts'
import type { OrderMode } from '@fyh/contract/options.ts'
import { useState } from 'react'
import { usePayPassword } from '#blocks/pay-password.tsx'
import { codeRefusals, useSmsCodeRules } from '#blocks/sms-code-rules.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal, isUnsent } from '#platform/api.ts'
import { useBackOnline } from '#platform/back-online.ts'
import { yuan } from '#platform/format.ts'
import { moneyKeyOf } from '#platform/idempotency-key.ts'
import { useGo } from '#platform/navigation.ts'
import { type QueryKey, useQueryClient } from '#platform/query.ts'
import type { PromptRule } from '#ui/form-rules.ts'
import { useOnce } from '#ui/press.ts'
import { useForm } from '#ui/use-form.ts'
import { madeOf, openOrders } from './attempts.ts'
import { type LoanBills, quotesOf } from './repay.queries.ts'
import { resultOf } from './result-address.ts'
import { useShownSum } from './use-shown-sum.ts'

/** A debit about to be ordered: what makes it the same when it is tried again, and how it is sent. */
type Order = {
  readonly about: string
  /** Answers the repayments that were made. */
  readonly send: (idempotencyKey: string, payPassword?: string) => Promise<readonly number[]>
}

/** What the code of a debit confirms, beside the card: one debit, or those of several loans. */
type Debit = { readonly loanId: number; readonly mode: OrderMode; readonly amountFen: Fen } | { readonly bills: readonly LoanBills[] }

/** What stands in the way of a debit; it may read otherwise when the phone has a network again. */
type Notice = { readonly words: string; readonly onceOnline?: string }

/** A sum that the borrower types, where there is one. */
type TypedSum = { readonly value: string; readonly rules: readonly PromptRule[]; readonly onChange: (text: string) => void }

type Values = { readonly sum: string; readonly card: string; readonly code: string }

/**
 * A debit confirmed by a code: what is typed, what is wrong, and what a press does. `order` is undefined while nothing can be ordered yet;
 * `told` is shown until another message replaces it. `sum` is what
 * is confirmed by `about`: where it changed since it was shown, both are shown, and a press confirms it, never the code alone.
 */
export function useConfirming({
  loanIds,
  told,
  busy,
  about,
  sum,
  typed,
  cardId,
  debit,
  order,
  stale = loanIds.map(quotesOf),
}: {
  loanIds: readonly number[]
  told: string | undefined
  busy: boolean
  about: string
  sum: Fen | undefined
  typed: TypedSum | undefined
  cardId: number | undefined
  /** What a code is asked for; undefined while nothing can be ordered yet. */
  debit: Debit | undefined
  order: ((card: number, authCode: string) => Order) | undefined
  /** What is looked at again when the server refuses; the quotes of the loans unless given. */
  stale?: readonly QueryKey[]
}) {
  const t = useWords('repay')
  const go = useGo()
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const { during, dialog } = usePayPassword()
  const form = useForm<Values>({
    values: { sum: typed?.value ?? '', card: cardId === undefined ? '' : String(cardId), code },
    rules: {
      sum: typed?.rules ?? [],
      card: [{ kind: 'required', message: t('detail.cardMissing') }],
      code: useSmsCodeRules(t('detail.codeMissing')),
    },
    onChange: (name, value) => (name === 'sum' ? typed?.onChange(value) : setCode(value)),
  })
  const [notice, setNotice] = useState<Notice | undefined>(told === undefined ? undefined : { words: told })
  useBackOnline(() => setNotice((before) => (before?.onceOnline === undefined ? before : { words: before.onceOnline })))
  const shown = useShownSum(about, sum)
  const changed = shown.before !== undefined && sum !== undefined && t('detail.changed', { from: yuan(shown.before), to: yuan(sum) })
  const submit = useOnce(async (authCode: string) => {
    // Card and code are asked for once there is something to order.
    const { valid } = await (order === undefined ? form.submit('sum') : form.submit())
    if (!valid || order === undefined || cardId === undefined || busy) return
    const wanted = order(cardId, authCode)
    setNotice(undefined)
    const { key, done } = moneyKeyOf(wanted.about)
    try {
      const made = await madeOf(
        openOrders(loanIds).filter((other) => other.key !== key),
        { handles: 'all', reads: true },
      )
      const repaymentIds = made?.repaymentIds ?? (await during((payPassword) => wanted.send(key, payPassword)))
      made?.told()
      done()
      go.replace(resultOf(repaymentIds))
    } catch (failure) {
      if (isRefusal(failure, ...codeRefusals)) {
        setCode('')
        return form.refuse('code', failure.message)
      }
      if (isRefusal(failure)) setNotice({ words: failure.message })
      else if (isUnsent(failure)) setNotice({ words: t('detail.unsent'), onceOnline: t('detail.backOnline') })
      else setNotice({ words: t('detail.lost') })
      if (isRefusal(failure)) await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
    }
  })
  const press = () => {
    shown.accept()
    return submit(code)
  }
  const isChanged = changed !== false
  const onCode = (authCode: string) => (isChanged ? undefined : submit(authCode))
  return { form, code, sum, debit, notice: notice?.words ?? (changed || undefined), isChanged, busy, press, onCode, dialog }
}
