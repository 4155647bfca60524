import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetLogin, rememberLogin } from './store.ts'
import { reportVisit } from './visit-report.ts'

const fetched = vi.fn<typeof fetch>()
const bodyOf = (call: number) => JSON.parse(String(fetched.mock.calls[call]?.[1]?.body))

beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  forgetLogin()
  fetched.mockReset()
  fetched.mockImplementation(() => Promise.resolve(Response.json({ code: 0, msg: '', data: { sessionId: 'S' } })))
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

test('R4.4 the id of the first answer is stored and sent afterwards', async () => {
  await reportVisit()
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/fp/app/trace/report')
  expect(bodyOf(0)).toMatchObject({ sessionId: '' })
  expect(window.sessionStorage.getItem('sessionId')).toBe('S')
  await reportVisit()
  expect(bodyOf(1)).toMatchObject({ sessionId: 'S' })
})
test('R3.9 the payload is the caller’s data with userId, sessionId and channelCode', async () => {
  rememberLogin('T', { userId: 7, mobile: '138****0000', name: null })
  await reportVisit({ host: 'h5' })
  expect(bodyOf(0)).toEqual({ host: 'h5', userId: '7', sessionId: '', channelCode: 'fyh' })
})
test('R4.4 a refusal stores nothing', async () => {
  fetched.mockImplementation(() => Promise.resolve(Response.json({ code: 1, msg: 'no', data: null })))
  await expect(reportVisit()).rejects.toMatchObject({ kind: 'refused' })
  expect(window.sessionStorage.getItem('sessionId')).toBeNull()
})
