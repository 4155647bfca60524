import { home } from '@fyh/contract/home.ts'
import { act, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeHost } from '#host/fake.ts'
import { home as words } from '#locales/zh-cn/home.ts'
import { connectNavigation } from '#platform/navigation.ts'
import { makeQueryClient } from '#platform/query.ts'
import { local, session } from '#platform/storage.ts'
import { forgetLogin, isLoggedIn, rememberLogin } from '#platform/store.ts'
import { earlyScript } from '../../legacy/early-script.ts'
import { drawFirstPage, versionOf } from '../server.tsx'
import { Application } from './application.tsx'
import { isAtDrawnHome, keepDrawnOffer, pressTapped, takeDrawnPage } from './drawn-page.ts'
import { makeRouter } from './router.tsx'

const entry = '<html lang="zh-CN"><head><title></title></head><body><div id="root"></div></body></html>'
const fyh = { language: 'zh-CN', brand: 'fyh' }
const page = document.documentElement
const nothing = (): void => undefined
const shown = () => document.getElementById('root')?.textContent ?? ''

/** Puts the server's page into the document and runs what runs before the first paint. */
async function arrive(search = ''): Promise<HTMLElement> {
  const html = await drawFirstPage(entry, versionOf({ search, cookie: '' }), home.tourist.example.data)
  const drawn = new DOMParser().parseFromString(html, 'text/html')
  for (const name of page.getAttributeNames()) page.removeAttribute(name)
  for (const { name, value } of drawn.documentElement.attributes) page.setAttribute(name, value)
  document.head.innerHTML = drawn.head.innerHTML
  document.body.innerHTML = drawn.body.innerHTML
  new Function(earlyScript)()
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no root')
  return root
}

beforeEach(() => {
  window.history.replaceState(null, '', '/home')
  forgetLogin()
  window.localStorage.clear()
  window.sessionStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: as the page does
  document.cookie = 'drawnPage=; path=/; max-age=0'
  delete window.tapped
})

describe('before the first paint', () => {
  test.each([
    ['a guest', nothing, 'guest'],
    ['a stored token', () => local.set('token', 'T'), 'waiting'],
    ['a token in the stored state', () => local.set('appUser', JSON.stringify({ token: 'T' })), 'waiting'],
    ['an empty token in the stored state', () => local.set('appUser', JSON.stringify({ token: '' })), 'guest'],
    ['another stored language', () => local.set('language', 'en-us'), 'nothing'],
    ['another brand of the session', () => session.set('productType', 'fbd'), 'nothing'],
    ['the same brand of the session', () => session.set('productType', 'fyh'), 'guest'],
  ] as const)('%s', async (_, prepare, drawn) => {
    prepare()
    await arrive()
    expect(page.dataset.drawn).toBe(drawn)
  })

  test('R3.3 a token cookie shows the borrower’s home coming', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as a partner does
    document.cookie = 'token=T; path=/'
    await arrive()
    expect(page.dataset.drawn).toBe('waiting')
    // biome-ignore lint/suspicious/noDocumentCookie: as a partner does
    document.cookie = 'token=; path=/; max-age=0'
  })

  test('the larger text is set', async () => {
    local.set('textSize', 'large')
    await arrive()
    expect(page.dataset.text).toBe('large')
  })
})

describe('taking over', () => {
  test('a guest’s page stays in the root, a borrower’s takes its place there, and nothing is left beside', async () => {
    const root = await arrive()
    expect(takeDrawnPage(root, fyh)).toBe('guest')
    expect(shown()).toContain(words.guest.lenderBody)
    local.set('token', 'T')
    expect(takeDrawnPage(await arrive(), fyh)).toBe('waiting')
    expect(shown()).not.toContain(words.guest.lenderBody)
    expect(shown()).not.toBe('')
    expect(document.getElementById('waiting')).toBeNull()
  })

  test('a page in another language gives way, and a cookie makes the server draw the next one in it', async () => {
    local.set('language', 'en-us')
    expect(takeDrawnPage(await arrive(), { language: 'en-US', brand: 'fyh' })).toBeUndefined()
    expect(shown()).toBe('')
    expect(versionOf({ search: '', cookie: document.cookie })).toMatchObject({ language: 'en-us', brand: { id: 'fyh' } })
  })

  test('an entry page that nothing was drawn into is left alone', () => {
    delete page.dataset.drawn
    document.body.innerHTML = '<div id="root"></div>'
    expect(takeDrawnPage(document.body, fyh)).toBeUndefined()
    expect(document.cookie).not.toContain('drawnPage')
  })

  let mounted: Root | undefined
  afterEach(async () => {
    await act(async () => mounted?.unmount())
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  test.each([
    ['guest', nothing],
    ['waiting', () => rememberLogin('T', { userId: 7, mobile: '138****0000', name: null })],
  ] as const)(
    'the screens find the markup of a drawn %s home as their own, and a tap that came before is obeyed',
    async (kind, prepare) => {
      const faults = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const fetched = vi.fn((_address: string) => new Promise<Response>(() => undefined))
      vi.stubGlobal('fetch', fetched)
      window.scrollTo = () => undefined
      connectNavigation({ host: fakeHost(), leave: () => undefined })
      prepare()
      const root = await arrive()
      expect(takeDrawnPage(root, fyh)).toBe(kind)
      root.querySelectorAll('nav button')[1]?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      const router = makeRouter({ brandName: '富易花' })
      expect(await isAtDrawnHome(router)).toBe(true)
      expect(isLoggedIn()).toBe(kind === 'waiting')
      const [first] = root.children
      await act(async () => {
        const client = makeQueryClient()
        keepDrawnOffer(client)
        const application = <Application router={router} client={client} face={{ name: '富易花', mark: '易' }} />
        mounted = hydrateRoot(root, <StrictMode>{application}</StrictMode>)
      })
      expect(root.children[0]).toBe(first)
      expect(faults.mock.calls).toEqual([])
      await act(async () => pressTapped())
      await waitFor(() => expect(window.location.pathname).not.toBe('/home'))
      expect(page.dataset.drawn).toBeUndefined()
      router.dispose()
    },
  )
})
