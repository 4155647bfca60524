import { type Fen, fen, parseYuan } from '@fyh/base/money.ts'
import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { yuan } from '#platform/format.ts'
import { moneyKeyOf } from '#platform/idempotency-key.ts'
import { useGo } from '#platform/navigation.ts'
import { useQueryClient } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { toast } from '#ui/toast.tsx'
import { type RepayQuote, repayQuoteLook, usePay } from './repay.queries.ts'
import { repayScreens } from './repay.screens.ts'

/** At least one yuan is debited at a time, unless less than that is owed. */
const partMin = fen(100)

/** The state of one payment being made: whole or in part, code, trouble, and what a press does. */
export function usePaying(quote: RepayQuote, cardId: number | undefined) {
  const t = useWords('repay')
  const go = useGo()
  const client = useQueryClient()
  const pay = usePay()
  const [part, setPart] = useState<string>()
  const [code, setCode] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const [notice, setNotice] = useState<string>()
  const wanted = part === undefined ? quote.parts.total : parseYuan(part)
  const partProblem = part === undefined ? undefined : problemOf(wanted, quote.parts.total, t)
  const submit = async (authCode: string) => {
    if (cardId === undefined) return toast(t('detail.cardMissing'))
    if (wanted === undefined || partProblem !== undefined) return toast(partProblem ?? t('detail.partTooSmall', { min: yuan(partMin) }))
    if (authCode === '') return setTrouble(trouble ?? t('detail.codeMissing'))
    if (pay.isPending) return
    setNotice(undefined)
    const { key, done } = moneyKeyOf(`pay ${quote.loanId} ${quote.mode} ${quote.onDate} ${wanted} ${quote.parts.total} ${cardId}`)
    try {
      const { repaymentId } = await pay.mutateAsync({
        loanId: quote.loanId,
        mode: quote.mode,
        amountFen: wanted,
        cardId,
        authCode,
        idempotencyKey: key,
      })
      done()
      go.replace(to(repayScreens.result, undefined, { id: repaymentId }))
    } catch (failure) {
      if (isRefusal(failure, 'SMS_CODE_WRONG', 'SMS_CODE_EXPIRED')) {
        setCode('')
        return setTrouble(failure.message)
      }
      setNotice(isRefusal(failure) ? failure.message : t('detail.lost'))
      if (isRefusal(failure)) await client.invalidateQueries({ queryKey: repayQuoteLook(quote.loanId, quote.mode).queryKey })
    }
  }
  return {
    wanted,
    part,
    setPart,
    partProblem,
    code,
    trouble,
    notice,
    busy: pay.isPending,
    submit,
    setCode: (digits: string) => {
      setCode(digits)
      if (digits !== '') setTrouble(undefined)
    },
  }
}

function problemOf(amount: Fen | undefined, max: Fen, t: ReturnType<typeof useWords<'repay'>>): string | undefined {
  if (amount === undefined || (amount < partMin && amount !== max)) return t('detail.partTooSmall', { min: yuan(partMin) })
  return amount > max ? t('detail.partTooLarge', { max: yuan(max) }) : undefined
}
