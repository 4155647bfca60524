import type { Language } from '#locales/i18n.ts'
import { chooseLanguage } from '#locales/i18n.ts'
import { takeHandedOver } from '#platform/handed-over.ts'
import { plainAmpersands } from '#platform/plain-ampersands.ts'
import { local, session } from '#platform/storage.ts'

/**
 * What the address of the first page says about this visit, kept for the screens after it: language, brand, channel and
 * the partner's address to return to. The address itself is only cleaned of escaped ampersands.
 */
export function readVisit(): { language: Language } {
  const plain = plainAmpersands(window.location.href)
  if (plain !== window.location.href) window.history.replaceState(window.history.state, '', plain)
  if (window.location.pathname === '/h5Middle') takeHandedOver()
  const asked = new URLSearchParams(window.location.search)
  for (const key of ['productType', 'redirUrl'] as const) {
    const value = asked.get(key)
    if (value !== null && value !== '') session.set(key, value)
  }
  const channel = asked.get('channelCode')
  if (channel !== null && /^[A-Za-z][\w-]{0,39}$/.test(channel)) local.set('channelCode', channel)
  const language = chooseLanguage(window.location.search, local.get('language'))
  if (asked.has('lang')) local.set('language', language)
  return { language }
}

/** Where the browser keeps nothing, the address carries the brand from page to page, so that a reload finds it there. */
export function withBrand(address: string): string {
  const brand = session.get('productType')
  if (brand === undefined || session.lasts('productType')) return address
  const { pathname, search, searchParams, hash } = new URL(address, window.location.origin)
  if (searchParams.has('productType')) return address
  return `${pathname}${search === '' ? '?' : `${search}&`}productType=${encodeURIComponent(brand)}${hash}`
}
