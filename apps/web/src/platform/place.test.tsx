import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestHeaders } from './api-headers.ts'
import { canLocate, forgetPlace, takePlace } from './place.ts'
import { forgetLogin, rememberLogin } from './store.ts'

type Give = (place: { coords: { latitude: number; longitude: number } }) => void
const locating = (answer: (give: Give, fail: () => void) => void) =>
  vi.stubGlobal('navigator', { onLine: true, geolocation: { getCurrentPosition: answer } })
const here: Parameters<Give>[0] = { coords: { latitude: 30.2412345, longitude: 120.1498765 } }
const gps = () => requestHeaders({ language: 'zh-CN' }).gps

beforeEach(() => window.localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('R3.1 R7.2 a place is kept under latitude and longitude, no finer than a city needs, and goes out in the gps header', async () => {
  locating((give) => give(here))
  expect(gps()).toBe('')
  expect(await takePlace()).toBe(true)
  expect([window.localStorage.getItem('latitude'), window.localStorage.getItem('longitude')]).toEqual(['30.241', '120.15'])
  expect(gps()).toBe('30.241,120.15')
  forgetPlace()
  expect(gps()).toBe('')
  expect(window.localStorage.getItem('latitude')).toBeNull()
})

test('R3.1 R7.2 a person who says no, or a browser without a place, leaves nothing behind', async () => {
  locating((_, fail) => fail())
  expect(await takePlace()).toBe(false)
  vi.stubGlobal('navigator', { onLine: true })
  expect(canLocate()).toBe(false)
  expect(await takePlace()).toBe(false)
  expect(window.localStorage.length).toBe(0)
})

test('R3.1 the next account of the browser does not find the place of the one before', async () => {
  rememberLogin('T', { userId: 1, mobile: '138****0001', name: null })
  locating((give) => give(here))
  await takePlace()
  forgetLogin()
  rememberLogin('U', { userId: 2, mobile: '138****0002', name: null })
  expect(gps()).toBe('')
})
