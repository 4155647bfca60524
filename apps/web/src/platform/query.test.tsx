import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, connectApi } from './api.ts'
import { look, makeQueryClient, useQuery } from './query.ts'

const say = vi.fn()
const fetched = vi.fn<() => Promise<Response>>()
const works = () => Promise.resolve(Response.json({ code: 0, msg: '', data: {} }))
const failures = {
  'no answer': () => Promise.reject(new TypeError('failed to fetch')),
  'http 500': () => Promise.resolve(new Response('', { status: 500 })),
}
const tabsLook = () => look(['home', 'tabInfo'], (options) => api.home.tabInfo({}, options))

beforeEach(() => {
  say.mockReset()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  // Nothing is sent a second time, so a failure is one at once.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  connectApi({
    language: () => 'zh-CN',
    say,
    words: { httpFailed: (status) => `http ${status}`, noAnswer: () => 'no answer' },
    onExpired: () => undefined,
    onChange: () => undefined,
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Tabs() {
  const tabs = useQuery(tabsLook())
  return (
    <>
      <p>{tabs.isError && tabs.data === undefined ? 'failed' : tabs.data === undefined ? 'loading' : 'shown'}</p>
      <button type="button" onClick={() => void tabs.refetch()}>
        again
      </button>
    </>
  )
}
const again = () => act(async () => screen.getByRole('button').click())

test.each(Object.entries(failures))(
  'a screen that has nothing to show says itself that it failed, also when tried again; over old data it is a toast: %s',
  async (words, fail) => {
    fetched.mockImplementation(fail)
    render(
      <QueryClientProvider client={makeQueryClient()}>
        <Tabs />
      </QueryClientProvider>,
    )
    await screen.findByText('failed')
    await again()
    await screen.findByText('failed')
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(say).not.toHaveBeenCalled()
    fetched.mockImplementation(works)
    await again()
    await screen.findByText('shown')
    fetched.mockImplementation(fail)
    await again()
    await vi.waitFor(() => expect(say.mock.calls).toEqual([[words]]))
    await screen.findByText('shown')
  },
)

test.each(Object.entries(failures))(
  'R8.1 R8.2 what is looked up for an act, with no screen to tell, is a toast: %s',
  async (words, fail) => {
    fetched.mockImplementation(fail)
    await expect(makeQueryClient().fetchQuery(tabsLook())).rejects.toMatchObject({ shown: true })
    expect(say.mock.calls).toEqual([[words]])
  },
)

test('R7.30 the words of a refusal are a toast, whatever the screen shows', async () => {
  fetched.mockImplementation(() => Promise.resolve(Response.json({ code: 1, msg: 'not now', data: null })))
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Tabs />
    </QueryClientProvider>,
  )
  await screen.findByText('failed')
  expect(say.mock.calls).toEqual([['not now']])
})
