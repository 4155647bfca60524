import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { ensureWords, startWords } from '#locales/i18n.ts'
import type { Namespace } from '#locales/resources.ts'
import { makeQueryClient } from '#platform/query.ts'
import { UiWordsFromPack } from './ui-words.tsx'

export type Call = { readonly path: string; readonly body: unknown; readonly keepalive: boolean }
type Answer = unknown | ((body: unknown) => unknown)

/** A refusal as the server words it. */
export const refusal = (error: string, msg: string, detail: object = {}) => ({ refused: { code: 1, msg, error, detail } })

/** Answers calls from a table by the end of their path, and keeps what was sent. An entry may return a promise. */
export function answer(table: Readonly<Record<string, Answer>>): Call[] {
  const calls: Call[] = []
  const fetchOne = async (address: string, { body, keepalive = false }: RequestInit = {}) => {
    const path = address.split('?')[0] ?? ''
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    calls.push({ path, body: sent, keepalive })
    const name = Object.keys(table)
      .filter((end) => path.endsWith(end))
      .toSorted((one, other) => other.length - one.length)[0]
    const entry = name === undefined ? {} : table[name]
    const data: unknown = await (typeof entry === 'function' ? entry(sent) : entry)
    if (typeof data === 'object' && data !== null && 'refused' in data) return Response.json(data.refused)
    return Response.json({ code: 0, msg: '', data })
  }
  vi.stubGlobal('fetch', vi.fn(fetchOne))
  return calls
}

/** What a browser's page translation does: each text is taken out, and two font elements with another text stand in its place. */
export function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) if (node instanceof Text) texts.push(node)
  for (const text of texts) {
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.textContent = `[${text.data}]`
    outer.append(inner)
    text.replaceWith(outer)
  }
}

/** What browsers do with Enter in an input: they click the first submit button of its form, unless that is disabled. */
export function pressEnter(input: HTMLInputElement): void {
  const button = input.form?.querySelector<HTMLButtonElement>('button[type=submit]')
  if (button?.disabled === false) fireEvent.click(button)
}

/** One screen with words, queries and a router around it; every other path shows where it led. */
export async function openScreen(Screen: ComponentType, namespaces: readonly Namespace[], address = '/screen', path = '/screen') {
  await startWords('zh-cn')
  await ensureWords(namespaces)
  const router = createMemoryRouter(
    [
      { path, Component: Screen },
      { path: '*', element: null },
    ],
    { initialEntries: [address] },
  )
  const client = makeQueryClient()
  const shown = render(
    <QueryClientProvider client={client}>
      <UiWordsFromPack>
        <RouterProvider router={router} />
      </UiWordsFromPack>
    </QueryClientProvider>,
  )
  return { ...shown, client, here: () => `${router.state.location.pathname}${router.state.location.search}` }
}
