import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { QueryClient } from '@tanstack/react-query'
import { notClosed } from '#platform/closed-announcements.ts'
import { setCookie } from '#platform/storage.ts'
import type { AppRouter } from './router.tsx'

/** Names that the server's drawing of the page and the page itself share. */
export const drawnNames = {
  /** Meta element with the data of the guest's home as JSON. */
  offer: 'guest-offer',
  /** Cookie with language and brand of the last visit, so that the server draws the next page in them. */
  cookie: 'drawnPage',
} as const

declare global {
  interface Window {
    /** What was tapped last before the page had taken over what the server drew; kept by the early script. */
    tapped?: EventTarget | null
  }
}

/**
 * Makes the root hold what the server drew for this visitor, and returns what that is: the guest's home, or a borrower's home that
 * waits for its data. Undefined, with an empty root, when the server drew nothing or in another language or brand; a cookie then makes
 * the next page right.
 */
export function takeDrawnPage(root: HTMLElement, face: { language: string; brand: string }): 'guest' | 'waiting' | undefined {
  const page = document.documentElement
  const { drawn } = page.dataset
  if (drawn === undefined) return undefined
  const isSame = page.lang === face.language && page.dataset.brand === face.brand
  const waiting = document.getElementById('waiting')
  waiting?.remove()
  if (drawn !== 'guest') root.textContent = ''
  if (isSame && drawn === 'waiting') while (waiting?.firstChild) root.appendChild(waiting.firstChild)
  // What is in the root is shown now.
  page.dataset.drawn = 'guest'
  if (isSame && drawn !== 'nothing') return drawn === 'waiting' ? 'waiting' : 'guest'
  root.textContent = ''
  rememberFace(face)
  return undefined
}

const cookieSeconds = 180 * 86_400

const rememberFace = ({ language, brand }: { language: string; brand: string }): void =>
  setCookie(drawnNames.cookie, `${language.toLowerCase()}.${brand}`, cookieSeconds)

/** Waits for the first screen, during which what the server drew stays; true when it is the home that the server drew. */
export async function isAtDrawnHome(router: AppRouter): Promise<boolean> {
  if (!router.state.initialized)
    await new Promise<void>((resolve) => {
      const stop = router.subscribe(({ initialized }) => {
        if (!initialized) return
        stop()
        resolve()
      })
    })
  return router.state.location.pathname === '/home' && router.state.errors === null
}

/** The guest's home finds the data it was drawn from; it asks for newer ones as every screen does. */
export function keepDrawnOffer(client: QueryClient): void {
  const written = document.querySelector(`meta[name=${drawnNames.offer}]`)?.getAttribute('content')
  if (written != null) keepOffer(client, JSON.parse(written))
}

export const keepOffer = (client: QueryClient, offer: unknown): void => void client.setQueryData(['home', 'tourist'], offer)

/** Ends the time before the page answered: a button that was tapped meanwhile is pressed now. */
export function pressTapped(): void {
  delete document.documentElement.dataset.drawn
  if (window.tapped instanceof Element) window.tapped.closest('button')?.click()
}

type GuestOffer = DataOf<Api['home']['tourist']>

/**
 * The offer as this visitor's page is drawn from it: of each kind of announcement the first that was not closed, so that there are few
 * versions of the page.
 */
export function offerFor(offer: GuestOffer, { cookie }: { readonly cookie: string }): GuestOffer {
  const open = notClosed(offer.announcements, cookie)
  const firstOf = (kind: 'notice' | 'banner') => open.find((one) => one.kind === kind) ?? []
  return { ...offer, announcements: [firstOf('notice'), firstOf('banner')].flat() }
}
