import { randomText } from '@fyh/base/ids.ts'
import type { Host } from '#host/port.ts'
import { currentLanguage, ensureWords, htmlLanguage, wordOf } from '#locales/i18n.ts'
import { api, type CallOptions, connectApi, isRefusal } from '#platform/api.ts'
import { session } from '#platform/storage.ts'
import { forgetOpenId } from '#platform/store.ts'
import { track } from '#platform/trace.ts'
import { hold } from './held-word.ts'
import { rememberLanding } from './landing.ts'
import { again, type NextStep, nextStep, type Visit, visitOf } from './next-step.ts'
import { browserPage, type MessengerPage } from './page.ts'
import { hashOf, returnOf, stateLetters, stateOf, withHash } from './return-address.ts'

/** R4.5 and R8.3, from the address to a saved openid. `page` is what it does to the page, other than the browser's for tests. */
export async function authorise(host: Host, page: MessengerPage = browserPage): Promise<void> {
  rememberLanding(page.address())
  await ensureWords(['messenger'])
  if (host.kind !== 'messenger') return hold(wordOf('messenger:error.notInMessenger'))
  // The application connects its own once it runs; until then a refusal is to come in the language of the page, and nothing is shown.
  const silent = {
    say: () => undefined,
    words: { httpFailed: () => '', noAnswer: () => '', unsent: () => '' },
    onExpired: () => undefined,
    onChange: () => undefined,
  }
  connectApi({ ...silent, language: () => htmlLanguage[currentLanguage()] })
  const returned = returnOf(page.address())
  // First of all, so that no reload and no way back ever meets a code that was used.
  const visit = visitOf(session.get('authorisation'))
  if (returned !== undefined) page.replace(withHash(returned.clean, visit?.step === 'left' ? visit.hash : ''))
  const hasOpenId = session.get('openid') !== undefined
  const next = nextStep({ hasOpenId, framed: host.framed, visit, returned })
  if (next.step !== 'goOn') forgetOpenId()
  await carryOut(next, host, page)
}

async function carryOut(next: NextStep, host: Host, page: MessengerPage): Promise<void> {
  if ('isForeign' in next && next.isForeign) track({ action: 'messenger', event: 'messenger_state', page: 'authorise', content: 'foreign' })
  switch (next.step) {
    case 'goOn':
      return
    case 'askHost':
      return askHost(host, page)
    case 'exchange':
      return exchange(next, host, page)
    case 'leave':
      return leave(next.tries, host, page)
    case 'notice':
      return notice(next.why, host, page)
    default:
      return next satisfies never
  }
}

type Exchange = Extract<NextStep, { step: 'exchange' }>

async function exchange({ code, state, tries }: Exchange, host: Host, page: MessengerPage): Promise<void> {
  try {
    const { openId, appId, ticket } = await page.during(limited((options) => api.messenger.grantInfo({ body: { code } }, options)))
    session.set('openid', openId)
    session.set('appid', appId)
    keep({ step: 'known', ticket, state })
  } catch (failure) {
    if (isRefusal(failure, 'MESSENGER_CODE_USED', 'MESSENGER_CODE_INVALID')) return carryOut(again(tries, false), host, page)
    keep({ step: 'ended' })
    hold(messageOf(failure) || wordOf('messenger:error.noUserInfo'))
  }
}

/** Leaves for the authorisation page. Settles when the person came back without going through with it, and chose how to go on. */
async function leave(tries: number, host: Host, page: MessengerPage, isAsked = false): Promise<void> {
  try {
    const way = await page.during(wayOut(tries, page))
    if (way === undefined) return
    keep({ step: 'left', state: way.state, tries, hash: hashOf(page.address()) })
    // What comes back could never be told from a stranger's where nothing is kept, so it is not even asked for.
    if (!session.lasts('authorisation')) return notice('failed', host, page)
    // In place of this page, so that Back passes the authorisation by; where the person asked for it, Back returns to the question.
    await page.during(page.leave(way.address, isAsked ? 'beside' : 'inPlace'))
  } catch (failure) {
    return hold(messageOf(failure) || wordOf('messenger:error.failed'))
  }
  return notice('refused', host, page)
}

async function askHost(host: Host, page: MessengerPage): Promise<void> {
  keep({ step: 'ended' })
  const way = await wayOut(1, page).catch(() => undefined)
  // Where the page around does not answer, the person logs in by SMS.
  if (way !== undefined) await host.authorise(way.address)
}

/** Undefined where no messenger is set up: then nobody authorises, and nobody is told. */
async function wayOut(tries: number, page: MessengerPage): Promise<{ state: string; address: string } | undefined> {
  const { appId, authorizeUrl } = await limited((options) => api.messenger.subscribeInfo({}, options))
  if (authorizeUrl === null) return undefined
  const state = stateOf(tries, randomText(stateLetters))
  const back = encodeURIComponent(page.address().split('#')[0] ?? '')
  const query = `appid=${appId}&redirect_uri=${back}&response_type=code&scope=snsapi_base&state=${state}`
  return { state, address: `${authorizeUrl}?${query}#wechat_redirect` }
}

/** A call that the whole application waits for: shown to nobody, and given up early. */
async function limited<D>(call: (options: CallOptions) => Promise<D>): Promise<D> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), patienceMs)
  return call({ handles: 'all', quiet: true, signal: limit.signal }).finally(() => clearTimeout(timer))
}
const patienceMs = 10_000

async function notice(why: 'refused' | 'failed', host: Host, page: MessengerPage): Promise<void> {
  const choice = await page.ask(why)
  if (choice === 'retry') return leave(2, host, page, true)
  keep({ step: 'ended' })
  if (choice === 'logIn') page.replace(`/login?redirectUrl=${encodeURIComponent(page.path())}`)
}

const keep = (visit: Visit): void => session.set('authorisation', JSON.stringify(visit))

const messageOf = (failure: unknown): string => (failure instanceof Error && 'kind' in failure ? failure.message : '')
