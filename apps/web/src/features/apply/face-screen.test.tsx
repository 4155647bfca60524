import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, type Call, openScreen, refusal } from '#app/test-screen.tsx'
import { fakeHost } from '#host/fake.ts'
import type { HostAnswer } from '#host/port.ts'
import { connectNavigation } from '#platform/navigation.ts'
import { FaceScreen } from './face-screen.tsx'
import { pictures, tinyJpeg } from './test-photo.ts'

const text = { key: 'faceVerification', version: '1.0', sha256: '0'.repeat(64) }
const table = {
  '/agreement/current': { texts: [{ ...text, title: '授权书' }] },
  '/apply/face': { passed: true },
  '/reFlow': { next: 'profile', steps: [] },
}
const picture = new File([tinyJpeg], 'face.jpg')
const input = (place: 'camera' | 'album') => {
  const [camera, album] = document.querySelectorAll<HTMLInputElement>('input[type=file]')
  const found = place === 'camera' ? camera : album
  if (found === undefined) throw new Error('no such box')
  return found
}
const checks = (calls: readonly Call[]) => calls.filter(({ path }) => path.endsWith('/apply/face'))
const show = () => fireEvent.change(input('camera'), { target: { files: [picture] } })

beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  vi.stubGlobal('Image', pictures(true))
})
afterEach(() => {
  cleanup()
  inHost(fakeHost())
})

const inHost = (host: ReturnType<typeof fakeHost>) => connectNavigation({ host, leave: () => undefined })

async function open(answers: Parameters<typeof answer>[0] = table, consent = true) {
  const calls = answer(answers)
  const opened = await openScreen(FaceScreen, ['apply', 'blocks'])
  const box = await screen.findByRole('checkbox')
  if (consent) fireEvent.click(box)
  return { calls, ...opened }
}

test('UI-13 the front camera is asked for, and the album stays open to who has none', async () => {
  await open()
  expect(input('camera').getAttribute('capture')).toBe('user')
  expect(input('album').hasAttribute('capture')).toBe(false)
  for (const { accept, multiple } of [input('camera'), input('album')]) expect([accept, multiple]).toEqual(['image/*', false])
})

test('nothing is sent without consent, which starts unticked', async () => {
  const { calls } = await open(table, false)
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  show()
  await waitFor(() => expect(screen.getByRole('checkbox').getAttribute('aria-invalid')).toBe('true'))
  expect(checks(calls)).toEqual([])
  expect(screen.getByRole('button', { name: '开始拍摄' })).not.toBeNull()
})

test.each([
  ['with consent', true],
  ['before consent, which is not asked for then', false],
])('UI-16 a file that is no photo is refused with its reason, without a broken picture, and costs no try: %s', async (_, consent) => {
  const { calls } = await open(table, consent)
  vi.stubGlobal('Image', pictures(false))
  show()
  await screen.findByText(/这个文件不是照片/)
  expect(document.querySelectorAll('img')).toHaveLength(0)
  expect(screen.getByRole('checkbox').getAttribute('aria-invalid')).not.toBe('true')
  expect(checks(calls)).toEqual([])
})

test('a passed check leads to what the server says comes next', async () => {
  const { calls, here } = await open()
  show()
  await waitFor(() => expect(here()).toBe('/applyProfile'))
  expect(checks(calls).map(({ body }) => body)).toMatchObject([{ agreed: [text] }])
})

test('a face that does not match says so in the words of the server, and may be tried again', async () => {
  await open({ ...table, '/apply/face': refusal('FACE_NOT_MATCHED', '不一致，今日还可尝试 3 次', { left: 3 }) })
  show()
  await screen.findByText('不一致，今日还可尝试 3 次')
  expect(screen.getByRole('button', { name: '重新拍摄' })).not.toBeNull()
})

test.each([
  ['the last try', refusal('FACE_NOT_MATCHED', '今日还可尝试 0 次', { left: 0 })],
  ['one try too many', refusal('FACE_DAILY_LIMIT', '今日人脸核验次数已用完')],
])('after %s there is no button that could not work, and it says what to do', async (_, refused) => {
  await open({ ...table, '/apply/face': refused })
  show()
  await screen.findByText('今日次数已用完')
  expect(screen.queryByRole('button', { name: /拍摄/ })).toBeNull()
})

test('a check that nobody answered says that it cost no try', async () => {
  await open({ ...table, '/apply/face': refusal('VENDOR_UNAVAILABLE', '服务繁忙') })
  show()
  await screen.findByText(/本次不计入次数/)
})

test('a picture that got no answer is kept and sent again as it is', async () => {
  let isAway = true
  const { calls, here } = await open({
    ...table,
    '/apply/face': () => {
      if (isAway) throw new TypeError('Failed to fetch')
      return { passed: true }
    },
  })
  show()
  const again = await screen.findByRole('button', { name: '重新上传照片' })
  isAway = false
  fireEvent.click(again)
  await waitFor(() => expect(here()).toBe('/applyProfile'))
  const [first, second, ...others] = checks(calls).map(({ body }) => body)
  expect(others).toEqual([])
  expect(second).toEqual(first)
})

test('inside the native app the picture is taken by its camera', async () => {
  inHost(fakeHost({ isNativeApp: true, takePhoto: async () => ({ outcome: 'ok', data: picture }) }))
  const { calls, here } = await open()
  fireEvent.click(screen.getByRole('button', { name: '开始拍摄' }))
  await waitFor(() => expect(here()).toBe('/applyProfile'))
  expect(checks(calls)).toHaveLength(1)
})

test('nobody finds two buttons of one name, one of which would not ask for consent', async () => {
  await open()
  expect(screen.getAllByRole('button', { name: /拍摄|相册/ }).map(({ tagName }) => tagName)).toEqual(['BUTTON', 'BUTTON'])
})

const start = () => fireEvent.click(screen.getByRole('button', { name: '开始拍摄' }))

test.each<[string, HostAnswer<File>, boolean]>([
  ['does not answer', { outcome: 'unknown' }, false],
  ['has no camera', { outcome: 'refused', why: 'unsupported' }, false],
  ['may not use the camera', { outcome: 'refused', why: 'denied' }, true],
])(
  'UI-20 an app that %s leads to the file chooser, at once from then on, and a camera that is forbidden is told',
  async (_, answered, isTold) => {
    const takePhoto = vi.fn(async () => answered)
    inHost(fakeHost({ isNativeApp: true, takePhoto }))
    await open()
    const chosen = vi.spyOn(input('camera'), 'click')
    start()
    await waitFor(() => expect(chosen).toHaveBeenCalledTimes(1))
    expect(screen.queryByText(/允许本应用使用相机/) !== null).toBe(isTold)
    start()
    expect(chosen).toHaveBeenCalledTimes(2)
    expect(takePhoto.mock.calls).toEqual([['face']])
  },
)

test('who closed the camera of the app wants no file chooser; the next press opens the camera again', async () => {
  const takePhoto = vi.fn(async () => ({ outcome: 'refused', why: 'cancelled' }) as const)
  inHost(fakeHost({ isNativeApp: true, takePhoto }))
  await open()
  const chosen = vi.spyOn(input('camera'), 'click')
  for (const times of [1, 2]) {
    start()
    await act(async () => undefined)
    expect(takePhoto).toHaveBeenCalledTimes(times)
  }
  expect(chosen).not.toHaveBeenCalled()
})

test('without consent the app is not asked for a picture', async () => {
  const takePhoto = vi.fn(async () => ({ outcome: 'unknown' }) as const)
  inHost(fakeHost({ isNativeApp: true, takePhoto }))
  await open(table, false)
  fireEvent.click(screen.getByRole('button', { name: '开始拍摄' }))
  await waitFor(() => expect(screen.getByRole('checkbox').getAttribute('aria-invalid')).toBe('true'))
  expect(takePhoto).not.toHaveBeenCalled()
})
