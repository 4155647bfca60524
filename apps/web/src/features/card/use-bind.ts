import { parseCardNumber, parseMobile } from '@fyh/base/chinese-data.ts'
import type { ErrorCode } from '@fyh/contract/errors.ts'
import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { ApiError, api, type CallOptions, isRefusal } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery, useQueryClient } from '#platform/query.ts'
import { safePath } from '#platform/safe-address.ts'
import { useAddressQuery } from '#platform/screen.ts'
import { type AddBankInfo, emptyUserState, useUserStore } from '#platform/store.ts'
import { toast } from '#ui/toast.tsx'
import { bindTextsLook } from './card.queries.ts'

/** What was wrong with the last try, beside the field it belongs to. */
export type BindTrouble = { readonly number?: string; readonly mobile?: string; readonly code?: string; readonly agree?: boolean }

const ofNumber = ['CARD_NUMBER_INVALID', 'CARD_CREDIT_NOT_SUPPORTED', 'BANK_NOT_SUPPORTED', 'CARD_ALREADY_BOUND', 'CARD_REFUSED'] as const
const ofCode = ['SMS_CODE_WRONG', 'SMS_CODE_EXPIRED', 'BIND_NOT_FOUND'] as const

const isOf = (codes: readonly ErrorCode[], code: ErrorCode): boolean => codes.includes(code)

/**
 * Binding a card. Number and phone are in the store, so that a look at the list of banks loses nothing; the number is never in the
 * browser's storage. A code counts for the card and phone it was sent for.
 */
export function useBind() {
  const t = useWords('card')
  const done = useDone()
  const texts = useQuery(bindTextsLook())
  const { bankCardNumber: number, mobile } = useUserStore((state) => state.addBankInfo)
  const [code, setCode] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [sentFor, setSentFor] = useState<{ bindId: number; about: string }>()
  const [trouble, setTrouble] = useState<BindTrouble>({})
  const about = `bindCard ${number.slice(-4)} ${parseMobile(mobile)?.slice(-4) ?? ''}`
  const isReady = () => {
    const found: BindTrouble = {
      ...(parseCardNumber(number) === undefined && { number: t('add.numberInvalid') }),
      ...(parseMobile(mobile) === undefined && { mobile: t('add.mobileInvalid') }),
    }
    setTrouble(found)
    return Object.keys(found).length === 0
  }
  const send = async (options: CallOptions) => {
    try {
      const sent = await api.card.startBind({ body: { cardNumber: number, mobile } }, options)
      setSentFor({ bindId: sent.bindId, about })
      return sent
    } catch (failure) {
      if (isRefusal(failure, ...ofNumber)) throw told(failure, () => setTrouble({ number: failure.message }))
      if (isRefusal(failure, 'MOBILE_INVALID')) throw told(failure, () => setTrouble({ mobile: failure.message }))
      throw failure
    }
  }
  const submit = async () => {
    if (!isReady()) return
    if (sentFor === undefined || code === '') return setTrouble({ code: t('add.codeMissing') })
    if (sentFor.about !== about) return setTrouble({ code: t('add.getCodeAgain') })
    if (!agreed || texts.data === undefined) {
      setTrouble({ agree: true })
      return toast(t('add.agreeFirst'))
    }
    const named = texts.data.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
    try {
      await api.card.confirmBind({ body: { bindId: sentFor.bindId, authCode: code, agreed: named } }, { handles: 'all' })
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      const { error, message } = failure
      if (isOf(ofCode, error)) return setTrouble({ code: message })
      if (isOf(ofNumber, error)) return setTrouble({ number: message })
      toast(message)
      if (error !== 'AGREEMENT_REQUIRED' && error !== 'AGREEMENT_OUTDATED') return
      setAgreed(false)
      setTrouble({ agree: true })
      await texts.refetch()
      return
    }
    await done()
  }
  const change = (next: Partial<AddBankInfo>) => {
    useUserStore.setState(({ addBankInfo }) => ({ addBankInfo: { ...addBankInfo, ...next } }))
    setTrouble({})
  }
  return {
    texts,
    number,
    mobile,
    code,
    agreed,
    trouble,
    about,
    isReady,
    send,
    submit,
    setNumber: (digits: string) => change({ bankCardNumber: digits }),
    setMobile: (text: string) => change({ mobile: text }),
    setCode: (digits: string) => {
      setCode(digits)
      setTrouble({})
    },
    setAgreed: (next: boolean) => {
      setAgreed(next)
      setTrouble({})
    },
  }
}

/** The refusal was shown at its field; the code box has nothing to add. */
function told(failure: ApiError, show: () => void): ApiError {
  show()
  return new ApiError({ kind: 'refused', message: failure.message, shown: true })
}

/** Leads on to where the card was needed, when that is a place of ours, else back. Cards, home and account are asked for anew. */
function useDone() {
  const t = useWords('card')
  const go = useGo()
  const client = useQueryClient()
  const search = useAddressQuery()
  return async () => {
    useUserStore.setState({ addBankInfo: emptyUserState.addBankInfo })
    await client.invalidateQueries({ refetchType: 'none' })
    toast(t('add.bound'))
    const next = search.get('next')
    if (next === null || next === '') go.back()
    else go.replace(safePath(next, window.location.origin))
  }
}
