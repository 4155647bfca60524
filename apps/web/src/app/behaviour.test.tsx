import type { TraceEvent } from '@fyh/contract/trace-event.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#platform/api.ts'
import { Button } from '#ui/button.tsx'
import { watchBehaviour } from './behaviour.ts'

const told = vi.hoisted((): Pick<TraceEvent, 'action' | 'event' | 'page' | 'content'>[] => [])
vi.mock('#platform/trace.ts', () => ({ track: (news: (typeof told)[number]) => told.push(news) }))

const Blank = () => null
const router = createMemoryRouter([{ path: '*', Component: Blank }], { initialEntries: ['/login'] })
beforeAll(() => watchBehaviour(router))
beforeEach(() => {
  told.length = 0
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('R3.8 a press of the main button is told with the page, and with how long the form took; nothing typed, nothing shown', () => {
  render(
    <>
      <input aria-label="mobile" />
      <input aria-label="code" />
      <Button>13800000000</Button>
      <Button kind="quiet">no</Button>
    </>,
  )
  fireEvent.click(screen.getByText('no'))
  expect(told).toEqual([])
  for (const [name, value] of [
    ['mobile', '13800000000'],
    ['code', '12'],
    ['code', '1234'],
  ] as const)
    fireEvent.input(screen.getByLabelText(name), { target: { value } })
  fireEvent.click(screen.getByText('13800000000'))
  expect(told.map(({ action, event, page }) => [action, event, page])).toEqual([
    ['tap', 'tap_main', 'login'],
    ['form', 'form_time', 'login'],
  ])
  expect(JSON.parse(told[1]?.content ?? '')).toEqual({ ms: expect.any(Number), fields: 2 })
  expect(JSON.stringify(told)).not.toMatch(/138|1234/)
})

test('R3.8 a second tap that does nothing, since the first is still at work, is not told; one after it is', async () => {
  let works = Promise.withResolvers<void>()
  let acted = 0
  const act = () => {
    acted += 1
    return works.promise
  }
  render(
    <>
      <input aria-label="code" />
      <Button onPress={act}>pay</Button>
    </>,
  )
  fireEvent.input(screen.getByLabelText('code'), { target: { value: '1' } })
  for (let tap = 0; tap < 2; tap++) fireEvent.click(screen.getByText('pay'))
  expect(told.map(({ event }) => event)).toEqual(['tap_main', 'form_time'])
  works.resolve()
  works = Promise.withResolvers()
  await expect.poll(() => screen.getByRole('button').getAttribute('aria-busy')).toBeNull()
  fireEvent.click(screen.getByText('pay'))
  expect(told.filter(({ event }) => event === 'tap_main')).toHaveLength(acted)
  expect(acted).toBe(2)
})

test('faults of the page and calls that failed are told without a digit of what they carried, and not without end', async () => {
  for (let times = 0; times < 30; times++)
    window.dispatchEvent(new ErrorEvent('error', { error: new TypeError('cannot read 13800000000 of undefined') }))
  expect(told).toHaveLength(20)
  expect(told[0]).toEqual({
    action: 'error',
    event: 'page_error',
    page: 'login',
    content: 'TypeError: cannot read ########### of undefined',
  })
  told.length = 0
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 1, msg: 'no', data: null, error: 'LOAN_NOT_FOUND' })))
  await expect(api.loan.detail({ params: { id: 4711 } })).rejects.toThrow()
  expect(told).toEqual([{ action: 'error', event: 'call_refused', page: 'login', content: '/fyh/app/loan/detail/:id LOAN_NOT_FOUND' }])
})

test('a call that the screen itself gave up is no fault', async () => {
  const leaving = new AbortController()
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))),
  )
  const call = api.home.tabInfo({}, { signal: leaving.signal })
  leaving.abort()
  await expect(call).rejects.toThrow()
  expect(told).toEqual([])
})
