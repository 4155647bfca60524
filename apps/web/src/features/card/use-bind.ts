import { parseCardNumber, parseMobile } from '@fyh/base/chinese-data.ts'
import type { ErrorCode } from '@fyh/contract/errors.ts'
import { useEffect, useState } from 'react'
import { useSmsCodeRules } from '#blocks/sms-code-rules.ts'
import { useWords } from '#locales/i18n.ts'
import { ApiError, api, type CallOptions, isRefusal } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery, useQueryClient } from '#platform/query.ts'
import { safePath } from '#platform/safe-address.ts'
import { useAddressQuery } from '#platform/screen.ts'
import { type AddBankInfo, emptyUserState, useUserStore } from '#platform/store.ts'
import { keepTyped, typedText } from '#platform/typed-text.ts'
import type { FormRules } from '#ui/form-rules.ts'
import { toast } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { bindTextsLook } from './card.queries.ts'

type Values = { readonly number: string; readonly mobile: string; readonly code: string; readonly agreed: string }

const ofNumber = ['CARD_NUMBER_INVALID', 'CARD_CREDIT_NOT_SUPPORTED', 'BANK_NOT_SUPPORTED', 'CARD_ALREADY_BOUND', 'CARD_REFUSED'] as const
const ofCode = ['SMS_CODE_WRONG', 'SMS_CODE_EXPIRED', 'BIND_NOT_FOUND'] as const

const isOf = (codes: readonly ErrorCode[], code: ErrorCode): boolean => codes.includes(code)

/**
 * Binding a card. Number and phone are in the store, so that a look at the list of banks loses nothing; the phone outlives a reload as
 * well, the number is never in the browser's storage. A code counts for the card and phone it was sent for.
 */
export function useBind() {
  const done = useDone()
  const texts = useQuery(bindTextsLook())
  useTypedPhone()
  const { bankCardNumber: number, mobile, authCode: code, agree: agreed, bindSmsResMO } = useUserStore((state) => state.addBankInfo)
  const [sentFor, setSentFor] = useState<{ bindId: number; about: string }>()
  const about = `bindCard ${number.slice(-4)} ${parseMobile(mobile)?.slice(-4) ?? ''}`
  const form = useForm({
    values: { number, mobile, code, agreed: agreed && texts.data !== undefined ? 'yes' : '' },
    rules: useBindRules({ digits: bindSmsResMO.smsCodeDigits, isSent: sentFor !== undefined, isSentForThis: sentFor?.about === about }),
    onChange: (name, value) => {
      if (name === 'code') {
        put({ authCode: value })
        return
      }
      put(name === 'mobile' ? { mobile: value } : { bankCardNumber: value })
      if (name === 'mobile') keepTyped('cardPhone', value)
      // What was wrong with the code was so for another card or phone.
      form.forget('code')
    },
  })
  const send = async (options: CallOptions) => {
    try {
      const sent = await api.card.startBind({ body: { cardNumber: number, mobile } }, options)
      setSentFor({ bindId: sent.bindId, about })
      put({ isGetedCode: true, bindSmsResMO: { smsCodeDigits: sent.smsCodeDigits } })
      return sent
    } catch (failure) {
      if (isRefusal(failure, ...ofNumber)) throw told(failure, () => form.refuse('number', failure.message))
      if (isRefusal(failure, 'MOBILE_INVALID')) throw told(failure, () => form.refuse('mobile', failure.message))
      throw failure
    }
  }
  const submit = async () => {
    const { valid } = await form.submit()
    if (!valid || sentFor === undefined || texts.data === undefined) return
    const named = texts.data.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
    let cardId: number
    try {
      const body = { bindId: sentFor.bindId, authCode: code, agreed: named }
      cardId = (await api.card.confirmBind({ body }, { handles: 'all' })).cardId
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      const { error, message } = failure
      if (isOf(ofCode, error)) return form.refuse('code', message)
      if (isOf(ofNumber, error)) return form.refuse('number', message)
      if (error !== 'AGREEMENT_REQUIRED' && error !== 'AGREEMENT_OUTDATED') return toast(message)
      put({ agree: false })
      form.refuse('agreed', message)
      await texts.refetch()
      return
    }
    await done(cardId)
  }
  const agree = (next: boolean) => {
    put({ agree: next })
    form.forget('agreed')
  }
  return { form, texts, number, agreed, about, send, submit, agree, isReady: async () => (await form.submit('number', 'mobile')).valid }
}

const put = (typed: Partial<AddBankInfo>) => useUserStore.setState(({ addBankInfo }) => ({ addBankInfo: { ...addBankInfo, ...typed } }))

/** After a reload the phone is there again; the card's number is to be typed anew. */
function useTypedPhone() {
  useEffect(() => {
    // A code belongs to the binding it was sent for, which a screen that is opened again no longer knows.
    put({ authCode: '', isGetedCode: false })
    if (useUserStore.getState().addBankInfo.mobile === '') put({ mobile: typedText('cardPhone') })
  }, [])
}

type Sent = { readonly digits: number; readonly isSent: boolean; readonly isSentForThis: boolean }

/** A code counts once it was sent, and for the card and phone it was sent for. */
function useBindRules({ digits, isSent, isSentForThis }: Sent): FormRules<Values> {
  const t = useWords('card')
  const numberInvalid = t('add.numberInvalid')
  const mobileInvalid = t('add.mobileInvalid')
  const codeMissing = t('add.codeMissing')
  const words = useWords('blocks')
  return {
    number: [
      { kind: 'required', message: numberInvalid },
      { kind: 'check', check: (text) => parseCardNumber(text) !== undefined, message: numberInvalid },
    ],
    mobile: [
      { kind: 'required', message: mobileInvalid },
      { kind: 'check', check: (text) => parseMobile(text) !== undefined, message: mobileInvalid },
    ],
    code: [
      ...useSmsCodeRules(codeMissing),
      { kind: 'check', check: () => isSent, message: codeMissing },
      { kind: 'check', check: () => isSentForThis, message: t('add.getCodeAgain') },
      { kind: 'check', check: (text) => text.length === digits, message: words('sms.incomplete') },
    ],
    agreed: [{ kind: 'required', message: t('add.agreeFirst') }],
  }
}

/** The refusal was shown at its field; the code box has nothing to add. */
function told(failure: ApiError, show: () => void): ApiError {
  show()
  return new ApiError({ kind: 'refused', message: failure.message, shown: true })
}

/** Leads on to where the card was needed, when that is an address of this product, and names it there, else back. Cards, home and account are fetched again. */
function useDone() {
  const t = useWords('card')
  const go = useGo()
  const client = useQueryClient()
  const search = useAddressQuery()
  return async (cardId: number) => {
    useUserStore.setState({ addBankInfo: emptyUserState.addBankInfo })
    keepTyped('cardPhone', '')
    await client.invalidateQueries({ refetchType: 'none' })
    toast(t('add.bound'))
    const next = search.get('next')
    if (next === null || next === '') go.back()
    else go.replace(withCard(safePath(next, window.location.origin), cardId))
  }
}

function withCard(path: string, cardId: number): string {
  if (path === '/') return path
  const { pathname, searchParams, hash } = new URL(path, window.location.origin)
  searchParams.set('cardId', String(cardId))
  return `${pathname}?${searchParams}${hash}`
}
