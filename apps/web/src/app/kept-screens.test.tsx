import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { createMemoryRouter, type RouteObject, RouterProvider, useLocation, useParams } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetLogin, rememberLogin } from '#platform/store.ts'
import { KeptScreens } from './kept-screens.tsx'
import { learnMoreScreens } from './screens.ts'

const seen: string[] = []
const effects = vi.fn()

/** Stands for a list that the table keeps alive. */
function List() {
  const { pathname, search } = useLocation()
  const [typed, setTyped] = useState('')
  seen.push(`${pathname}${search}`)
  useEffect(() => {
    effects('on')
    return () => effects('off')
  }, [])
  return (
    <main>
      <input aria-label="field" value={typed} onChange={({ target }) => setTyped(target.value)} />
      {createPortal(<p>sheet</p>, document.body)}
    </main>
  )
}
function Detail() {
  return <main>detail {useParams().id}</main>
}
const routes: RouteObject[] = [
  {
    path: '/',
    Component: KeptScreens,
    children: [
      { path: 'loan', Component: List },
      { path: 'loan/detail/:id', Component: Detail },
    ],
  },
]
const open = (address: string) => {
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return { router, go: (to: string | number) => act(() => (typeof to === 'number' ? router.navigate(to) : router.navigate(to))) }
}
const isShown = (element: HTMLElement | null): boolean =>
  element === null || (getComputedStyle(element).display !== 'none' && isShown(element.parentElement))
const field = () => screen.getByLabelText<HTMLInputElement>('field')

beforeAll(learnMoreScreens)

beforeEach(() => {
  forgetLogin()
  effects.mockClear()
  seen.length = 0
})
afterEach(cleanup)

test('R2.7 a kept screen stays as it was left while another is in front, and never sees the other one’s address', async () => {
  const { go } = open('/loan?tab=all')
  fireEvent.change(field(), { target: { value: 'typed' } })
  const element = field()
  await go('/loan/detail/7')
  await waitFor(() => expect(isShown(screen.getByText('detail 7'))).toBe(true))
  expect(element.isConnected).toBe(true)
  expect(isShown(element)).toBe(false)
  expect(effects.mock.calls).toEqual([['on'], ['off']])
  await go(-1)
  await waitFor(() => expect(isShown(element)).toBe(true))
  expect(field()).toBe(element)
  expect(field().value).toBe('typed')
  expect(new Set(seen)).toEqual(new Set(['/loan?tab=all']))
  expect(screen.queryByText('detail 7')).toBeNull()
})
test('R2.7 what a hidden screen had drawn over the page is hidden with it', async () => {
  const { go } = open('/loan')
  const sheet = screen.getByText('sheet')
  await go('/loan/detail/7')
  await waitFor(() => expect(isShown(sheet)).toBe(false))
})
test('RT-08 a kept screen at another address begins anew; a screen that is not kept does as ever', async () => {
  const { go } = open('/loan?tab=all')
  fireEvent.change(field(), { target: { value: 'typed' } })
  await go('/loan/detail/1')
  await go('/loan/detail/2')
  expect(screen.getAllByText(/^detail/).map((each) => each.textContent)).toEqual(['detail 2'])
  await go('/loan?tab=paid')
  await waitFor(() => expect(field().value).toBe(''))
})
test('R4.3 nothing is kept over a change of the login', async () => {
  rememberLogin('one', { userId: 1, mobile: '138****0000', name: null })
  const { go } = open('/loan')
  fireEvent.change(field(), { target: { value: 'of the first account' } })
  await go('/loan/detail/7')
  act(() => rememberLogin('two', { userId: 2, mobile: '138****0001', name: null }))
  await go('/loan')
  await waitFor(() => expect(field().value).toBe(''))
})
