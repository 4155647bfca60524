import { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { type ComponentType, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter } from 'react-router'
import { Application } from '#app/application.tsx'
import { drawnNames, keepOffer, offerFor } from '#app/drawn-page.ts'
import { Shell } from '#app/shell.tsx'
import { type Brand, chooseBrand, iconOf } from '#brands/brand.ts'
import { BorrowerHomeScreen, TouristHomeScreen } from '#features/home/home-screen.tsx'
import { home } from '#locales/en-us/home.ts'
import { shell } from '#locales/en-us/shell.ts'
import { chooseLanguage, htmlLanguage, type Language, startWords, wordOf } from '#locales/i18n.ts'

export { offerFor }

/** What the server knows of a visitor's language and brand. */
export type Visit = { readonly search: string; readonly cookie: string }
/** One of the few versions of the first page. */
export type Version = { readonly language: Language; readonly brand: Brand }

/** Chooses as the page itself does; the cookie stands for what the browser keeps, which the server cannot see. */
export function versionOf({ search, cookie }: Visit): Version {
  const [, language, brand] = new RegExp(`(?:^|; *)${drawnNames.cookie}=([\\w-]+)\\.(\\w+)`).exec(cookie) ?? []
  return { language: chooseLanguage(search, language), brand: chooseBrand(search, brand) }
}

let words: Promise<unknown> = startWords('zh-cn').then(() => {
  i18next.addResourceBundle('en-us', 'shell', shell)
  i18next.addResourceBundle('en-us', 'home', home)
})

/**
 * Draws the guest's home, and a borrower's home that waits for its data, into the entry page: the same components as the page's own, with
 * `offer` as their data. Throws when the entry page has another shape.
 */
export function drawFirstPage(entry: string, version: Version, offer: unknown): Promise<string> {
  // Words have one language at a time, so pages are drawn one after the other.
  const drawn = words.then(async () => {
    await i18next.changeLanguage(version.language)
    return filled(entry, version, offer)
  })
  words = drawn.catch(() => undefined)
  return drawn
}

function filled(entry: string, { language, brand }: Version, offer: unknown): string {
  const face = { name: wordOf(brand.titleKey), mark: wordOf(brand.markKey) }
  const draw = (screen: ComponentType) => markupOf(screen, face, offer)
  const head = [
    `<title>${escaped(face.name)}</title>`,
    `<link rel="icon" href="${escaped(iconOf(face.mark, brand.icon))}" />`,
    `<meta name="${drawnNames.offer}" content="${escaped(JSON.stringify(offer))}" />`,
  ]
  const places: [string, string][] = [
    ['<html lang="zh-CN">', `<html lang="${htmlLanguage[language]}" data-brand="${brand.id}" data-drawn="guest">`],
    ['<title></title>', head.join('\n    ')],
    ['<div id="root"></div>', `<div id="root">${draw(TouristHomeScreen)}</div>\n    <div id="waiting">${draw(BorrowerHomeScreen)}</div>`],
  ]
  return places.reduce((page, [place, content]) => {
    if (!page.includes(place)) throw new Error(`the entry page has no ${place}`)
    return page.replace(place, () => content)
  }, entry)
}

/** In the tree of the page itself, so that the ids in it are the same. */
function markupOf(screen: ComponentType, face: { name: string; mark: string }, offer: unknown): string {
  const routes = [{ Component: Shell, children: [{ children: [{ path: '/home', Component: screen }] }] }]
  const router = createMemoryRouter(routes, { initialEntries: ['/home'] })
  const client = new QueryClient()
  keepOffer(client, offer)
  try {
    return renderToString(
      <StrictMode>
        <Application router={router} client={client} face={face} />
      </StrictMode>,
    )
  } finally {
    router.dispose()
    client.clear()
  }
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
