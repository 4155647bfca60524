import type { Api } from '@fyh/contract/api.ts'
import type { DataOf, RequestOf } from '@fyh/contract/endpoint.ts'
import type { ErrorCode } from '@fyh/contract/errors.ts'
import { useCallback, useEffect, useState } from 'react'
import { visitBrand } from '#blocks/send-code.ts'
import { api, isRefusal } from '#platform/api.ts'
import { forgetHandedOver, handedOver } from '#platform/handed-over.ts'
import { inviteToSend, inviteWasSent } from '#platform/invite.ts'
import { useQueryClient } from '#platform/query.ts'
import { firstChannelCode, local, session } from '#platform/storage.ts'
import { currentUser, isLoggedIn, rememberLogin, type UserInfo } from '#platform/store.ts'

type Exchanged = DataOf<Api['flow']['loginRefer']>
type Login = Extract<Exchanged, { state: 'login' }>
export type Offer = { readonly mobileMask: string; readonly channelName: string }
type Agreed = RequestOf<Api['flow']['agreeRefer']>['body']['agreed']

type Step =
  | { readonly kind: 'checking' }
  | ({ readonly kind: 'consent' } & Offer)
  | { readonly kind: 'switch'; readonly mobileMask: string }
  /** The token is no login any more. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'refused'; readonly error: ErrorCode; readonly message: string }
  | { readonly kind: 'failed' }
  | { readonly kind: 'done' }

const checking: Step = { kind: 'checking' }
const done: Step = { kind: 'done' }

/** What a visit brought with it (a token, a partner's reference, or nothing), step by step to a login. */
export function useHandOver() {
  const client = useQueryClient()
  const [step, setStep] = useState<Step>(checking)
  const [agreeRefusal, setAgreeRefusal] = useState<string>()
  const [tokenOwner, setTokenOwner] = useState<{ readonly token: string; readonly user: UserInfo }>()

  const enter = useCallback(
    (token: string, user: UserInfo) => {
      forgetHandedOver()
      client.clear()
      rememberLogin(token, user)
      setStep(done)
    },
    [client],
  )
  const enterBy = useCallback(
    (login: Login) => {
      local.set('channelCode', login.channelCode)
      if (login.returnUrl !== null) session.set('redirUrl', login.returnUrl)
      enter(login.token, login.user)
    },
    [enter],
  )
  const take = useCallback(async () => {
    const brought = handedOver()
    if (brought === undefined) return setStep(done)
    setStep(checking)
    try {
      if ('token' in brought) {
        const { user } = await api.flow.handOver({ body: brought }, { handles: 'all', reads: true })
        if (!isOther(user)) return enter(brought.token, user)
        setTokenOwner({ token: brought.token, user })
        return setStep({ kind: 'switch', mobileMask: user.mobile })
      }
      const exchanged = await api.flow.loginRefer({ params: { id: brought.loginRefer } }, { handles: 'all' })
      if (exchanged.state === 'login') return enterBy(exchanged)
      setStep(exchanged.state === 'consent' ? { kind: 'consent', ...exchanged } : { kind: 'switch', mobileMask: exchanged.mobileMask })
    } catch (failure) {
      setStep(stepOf(failure))
    }
  }, [enter, enterBy])
  useEffect(() => void take(), [take])

  /** True when a text has changed meanwhile and must be read again. */
  const agree = async (agreed: Agreed): Promise<boolean> => {
    const brought = handedOver()
    if (brought === undefined || 'token' in brought) return false
    setAgreeRefusal(undefined)
    try {
      const body = { agreed, firstChannelCode: firstChannelCode(), ...inviteToSend(), ...visitBrand() }
      // The reference is good once and its twin gets the same session, so a second arrival does no harm.
      enterBy(await api.flow.agreeRefer({ params: { id: brought.loginRefer }, body }, { handles: 'all', reads: true }))
      inviteWasSent()
    } catch (failure) {
      if (!isRefusal(failure, 'AGREEMENT_OUTDATED', 'AGREEMENT_REQUIRED')) setStep(stepOf(failure))
      else {
        setAgreeRefusal(failure.message)
        return true
      }
    }
    return false
  }
  return {
    step,
    agree,
    agreeRefusal,
    retry: take,
    change: async () => {
      if (tokenOwner !== undefined) enter(tokenOwner.token, tokenOwner.user)
      else await agree([])
    },
    stay: () => {
      forgetHandedOver()
      setStep(done)
    },
  }
}

export type HandOver = ReturnType<typeof useHandOver>

/** Is another person logged in here? A login whose owner is unknown counts as another's. */
const isOther = (user: UserInfo): boolean => isLoggedIn() && currentUser()?.userId !== user.userId

/** A refusal is final for what was brought, except a busy server's; without an answer it may still be good. */
function stepOf(failure: unknown): Step {
  if (!isRefusal(failure)) return { kind: 'failed' }
  if (failure.error !== 'BUSY') forgetHandedOver()
  return failure.error === 'HANDED_LOGIN_INVALID' ? { kind: 'ended' } : { kind: 'refused', error: failure.error, message: failure.message }
}
