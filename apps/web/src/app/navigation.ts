import { type Location, redirect, replace } from 'react-router'
import { wordOf } from '#locales/i18n.ts'
import { currentHost } from '#platform/navigation.ts'
import { plainAmpersands } from '#platform/plain-ampersands.ts'
import { local } from '#platform/storage.ts'
import { isLoggedIn } from '#platform/store.ts'
import { track } from '#platform/trace.ts'
import { closeToast } from '#ui/toast.tsx'
import { entryAt, loginScreen, type TableEntry } from './screens.ts'

export const addressOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  `${pathname}${search}${hash}`

type Target = Pick<Location, 'pathname' | 'search' | 'hash'>

/**
 * Before each navigation: toast closed (R2.81), escaped ampersands rewritten (R2.82), guests sent to log in first. Back from the end of a
 * way leads home and not into its forms.
 */
export function beforeEach(target: Target, from?: Target): void {
  closeToast()
  const address = addressOf(target)
  const plain = plainAmpersands(address)
  if (plain !== address) throw insteadOf(target, plain)
  const entry = entryAt(target.pathname)
  const end = from && entryAt(from.pathname)
  if (end?.screen.meta.endsWay && end !== entry && end.slice === entry?.slice) throw insteadOf(target, '/home')
  if (entry?.screen.meta.auth === 'user' && !isLoggedIn()) throw insteadOf(target, loginAddress(address))
}

/** Leads elsewhere without a trace of the target in the history, in which Back would find it and be sent on again. */
export const insteadOf = (target: Target, path: string): Response =>
  addressOf(target) === addressOf(window.location) ? replace(path) : redirect(path)

export const loginAddress = (from: string): string => `${loginScreen.path}?redirectUrl=${encodeURIComponent(from)}`

type TitleKey = TableEntry['screen']['titleKey']

/** R2.71: titles taken over from the screen before, by the key of the place in the history. */
const takenOver = new Map<string, TitleKey>()

/** The title of the screen in front; undefined where no screen is. */
export const titleKeyAt = ({ key, pathname }: Pick<Location, 'key' | 'pathname'>): TitleKey | undefined =>
  takenOver.get(key) ?? entryAt(pathname)?.screen.titleKey

/** After each navigation: page-load event (R2.83), init event (R2.80), title, header of the host (R2.84). */
export function afterEach(location: Location, from: Location | undefined, brandName: string): void {
  const entry = entryAt(location.pathname)
  const host = currentHost()
  track({ action: 'pageLoad', event: 'page_load', page: entry?.screen.label ?? 'notFound' })
  if (entry !== undefined && tracksInit(entry.screen.meta.tracksInit, location.pathname, from?.pathname)) {
    track({ action: 'init', event: 'init', page: entry.screen.label, content: host.traceName })
  }
  const before = from && titleKeyAt(from)
  if (entry?.screen.meta.titleOfPrevious && before && !takenOver.has(location.key)) takenOver.set(location.key, before)
  const title = wordOf(titleKeyAt(location) ?? 'shell:notFound.title')
  document.title = entry?.screen.meta.tab === 'home' || title === '' || title === brandName ? brandName : `${title} · ${brandName}`
  const shown = entry?.screen.meta.showAppHeader === true
  local.set('headerSta', shown ? '1' : '0')
  host.setHeader({ shown, title })
}

function tracksInit(rule: true | 'user' | undefined, pathname: string, from: string | undefined): boolean {
  if (rule === undefined || (rule === 'user' && !isLoggedIn())) return false
  return !(pathname === '/applyIdentity' && from === '/applyIdcardGuid')
}
