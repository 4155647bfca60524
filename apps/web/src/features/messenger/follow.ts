import type { Host } from '#host/port.ts'
import { api } from '#platform/api.ts'
import { local, session } from '#platform/storage.ts'
import { currentToken, currentUser, forgetOpenId, useUserStore } from '#platform/store.ts'
import { track } from '#platform/trace.ts'
import { sayHeldWord } from './held-word.ts'
import { addressToSign } from './landing.ts'
import type { Followed } from './messenger.screens.ts'
import { type Visit, visitOf } from './next-step.ts'

const quietly = { handles: 'all', quiet: true } as const

/** Loads the messenger's script, which the mini-program's way home needs, and in the messenger signs the addresses and links the openid. */
export async function follow(host: Host, router: Followed): Promise<void> {
  sayHeldWord(router)
  if (host.kind === 'messenger') linkAtLogin()
  const script = (await import('weixin-js-sdk')).default
  window.wx ??= script
  if (host.kind !== 'messenger' || host.framed) return
  const name = local.get('productTitle') ?? document.title
  const shared = { title: name, desc: name, link: `${window.location.origin}/`, imgUrl: iconOfPage(), success: () => undefined }
  script.ready(() => {
    // What is handed on is our own front page, never a person's loan.
    script.updateAppMessageShareData(shared)
    script.updateTimelineShareData(shared)
  })
  const sign = signer(script)
  sign()
  router.subscribe(sign)
}

const iconOfPage = (): string => document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? ''

type Script = typeof import('weixin-js-sdk')['default']

/** Signs an address when it is another than the last; one that could not be signed costs sharing and nothing else. */
function signer(script: Script): () => void {
  let last = ''
  return () => {
    const url = addressToSign({ userAgent: navigator.userAgent, address: window.location.href })
    if (url === last) return
    last = url
    const configured = api.messenger.scriptConfig({ body: { url } }, quietly).then((config) => {
      script.config({ ...config, jsApiList: ['updateAppMessageShareData', 'updateTimelineShareData'] })
    })
    configured.catch(() => undefined)
  }
}

/** Whose openid it is becomes known at a login, now or later. */
function linkAtLogin(): void {
  let linkedFor: string | undefined
  const link = async () => {
    const token = currentToken()
    const visit = visitOf(session.get('authorisation'))
    if (token === undefined || token === linkedFor || visit?.step !== 'known') return
    const userId = currentUser()?.userId ?? 0
    // It was linked to another account of this browser; the next visit authorises for this one.
    if (visit.userId !== undefined && visit.userId !== userId) return forgetOpenId()
    linkedFor = token
    await api.messenger.linkIdentity({ body: { ticket: visit.ticket } }, quietly)
    if (currentToken() === token) session.set('authorisation', JSON.stringify({ ...visit, userId } satisfies Visit))
    const { subscribed } = await api.messenger.subscribeInfo({}, quietly)
    if (subscribed !== null)
      track({ action: 'messenger', event: 'messenger_subscribed', page: 'authorise', content: subscribed ? '1' : '0' })
  }
  // The next login, or the next visit, links what could not be linked.
  const tryLink = () => void link().catch(() => undefined)
  tryLink()
  useUserStore.subscribe(tryLink)
}
