import { type Location, redirect, replace } from 'react-router'
import { wordOf } from '#locales/i18n.ts'
import { currentHost } from '#platform/navigation.ts'
import { plainAmpersands } from '#platform/plain-ampersands.ts'
import { local } from '#platform/storage.ts'
import { isLoggedIn } from '#platform/store.ts'
import { track } from '#platform/trace.ts'
import { closeToast } from '#ui/toast.tsx'
import { entryAt, loginScreen } from './screens.ts'

export const addressOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  `${pathname}${search}${hash}`

/** Before each navigation: toast closed (R2.81), escaped ampersands rewritten (R2.82), guests sent to log in first. */
export function beforeEach(target: Pick<Location, 'pathname' | 'search' | 'hash'>): void {
  closeToast()
  const address = addressOf(target)
  const plain = plainAmpersands(address)
  if (plain !== address) throw replace(plain)
  const entry = entryAt(target.pathname)
  if (entry?.screen.meta.auth === 'user' && !isLoggedIn()) throw redirect(loginAddress(address))
}

export const loginAddress = (from: string): string => `${loginScreen.path}?redirectUrl=${encodeURIComponent(from)}`

/** After each navigation: page-load event (R2.83), init event (R2.80), title, header of the host (R2.84). */
export function afterEach(location: Location, from: string | undefined, brandName: string): void {
  const entry = entryAt(location.pathname)
  const host = currentHost()
  track({ action: 'pageLoad', event: 'page_load', page: entry?.screen.label ?? 'notFound' })
  if (entry !== undefined && tracksInit(entry.screen.meta.tracksInit, location.pathname, from)) {
    track({ action: 'init', event: 'init', page: entry.screen.label, content: host.traceName })
  }
  const title = entry === undefined ? wordOf('shell:notFound.title') : wordOf(entry.screen.titleKey)
  document.title = entry?.screen.meta.tab === 'home' || title === brandName ? brandName : `${title} · ${brandName}`
  const shown = entry?.screen.meta.showAppHeader === true
  local.set('headerSta', shown ? '1' : '0')
  host.setHeader({ shown, title })
}

function tracksInit(rule: true | 'user' | undefined, pathname: string, from: string | undefined): boolean {
  if (rule === undefined || (rule === 'user' && !isLoggedIn())) return false
  return !(pathname === '/applyIdentity' && from === '/applyIdcardGuid')
}
