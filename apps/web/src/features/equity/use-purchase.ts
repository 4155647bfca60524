import { useState } from 'react'
import { usePayPassword } from '#blocks/pay-password.tsx'
import { codeRefusals, useSmsCodeRules } from '#blocks/sms-code-rules.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal, isUnsent } from '#platform/api.ts'
import { moneyKeyOf } from '#platform/idempotency-key.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery, useQueryClient } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { useOnce } from '#ui/press.ts'
import { useForm } from '#ui/use-form.ts'
import { type OfferedPackage, packagesLook, termsLook, useBuy } from './equity.queries.ts'
import { equityScreens } from './equity.screens.ts'

/**
 * A purchase about to be confirmed: terms, code and, where the borrower wants it asked, the payment password. What the server refuses is
 * said on the page, which then shows what is on sale now; an order that is there already is led to.
 */
export function usePurchase(one: OfferedPackage, cardId: number | undefined) {
  const { packageId, priceFen, lastOrderId } = one
  const t = useWords('equity')
  const go = useGo()
  const client = useQueryClient()
  const buy = useBuy()
  const terms = useQuery(termsLook())
  const { during, dialog } = usePayPassword()
  const [code, setCode] = useState('')
  const [isAgreed, setAgreed] = useState(false)
  const [notice, setNotice] = useState<string>()
  const isBusy = buy.isPending || buy.isSuccess
  const form = useForm({
    values: { card: cardId === undefined ? '' : String(cardId), code, agreed: isAgreed ? 'yes' : '' },
    rules: {
      card: [{ kind: 'required', message: t('cardMissing') }],
      code: useSmsCodeRules(t('codeMissing')),
      agreed: [{ kind: 'required', message: t('agreeMissing') }],
    },
    onChange: (name, value) => {
      if (name === 'code') setCode(value)
    },
  })
  const toOrder = (id: number) => go.replace(to(equityScreens.order, undefined, { id }))
  const submit = useOnce(async (authCode: string) => {
    if (!(await form.submit()).valid || cardId === undefined || isBusy) return
    setNotice(undefined)
    // Buying it once more, after an order that is over, is another act; so is another price.
    const { key, done } = moneyKeyOf(`benefit buy ${packageId} ${priceFen} ${cardId} after ${lastOrderId ?? 'none'}`)
    const agreed = terms.data?.texts.map(({ key: textKey, version, sha256 }) => ({ key: textKey, version, sha256 })) ?? []
    const order = { packageId, priceFen, cardId, authCode, agreed, idempotencyKey: key }
    try {
      const { orderId } = await during((payPassword) => buy.mutateAsync({ ...order, payPassword }))
      done()
      toOrder(orderId)
    } catch (failure) {
      // Nothing was ordered, so what is corrected goes out under a key of its own.
      if (isRefusal(failure)) done()
      if (isRefusal(failure, ...codeRefusals)) {
        setCode('')
        return form.refuse('code', failure.message)
      }
      if (isRefusal(failure, 'BENEFIT_OWNED') && typeof failure.detail.orderId === 'number') return toOrder(failure.detail.orderId)
      if (isRefusal(failure, 'PAYMENT_PASSWORD_REQUIRED')) return
      if (isRefusal(failure, 'AGREEMENT_OUTDATED')) setAgreed(false)
      if (!isRefusal(failure)) return setNotice(t(isUnsent(failure) ? 'unsent' : 'lost'))
      setNotice(failure.message)
      await Promise.all([
        client.invalidateQueries({ queryKey: packagesLook().queryKey }),
        client.invalidateQueries({ queryKey: termsLook().queryKey }),
      ])
    }
  })
  return { form, submit, code, terms, isAgreed, setAgreed, isBusy, notice, dialog }
}
