import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, type Call, openScreen, refusal } from '#app/test-screen.tsx'
import { fakeHost } from '#host/fake.ts'
import type { HostAnswer } from '#host/port.ts'
import { connectNavigation } from '#platform/navigation.ts'
import { FaceScreen } from './face-screen.tsx'

const text = { key: 'faceVerification', version: '1.0', sha256: '0'.repeat(64) }
const table = {
  '/agreement/current': { texts: [{ ...text, title: '授权书' }] },
  '/apply/face': { passed: true },
  '/reFlow': { next: 'profile', steps: [] },
}
const picture = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6, 7, 8])], 'face.jpg')
const camera = () => screen.getByLabelText<HTMLInputElement>('开始拍摄', { selector: 'input' })
const checks = (calls: readonly Call[]) => calls.filter(({ path }) => path.endsWith('/apply/face'))
const show = () => fireEvent.change(camera(), { target: { files: [picture] } })

beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
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
  expect(camera().getAttribute('capture')).toBe('user')
  const album = screen.getByLabelText<HTMLInputElement>(/从相册选择/, { selector: 'input' })
  expect(album.hasAttribute('capture')).toBe(false)
  for (const input of [camera(), album]) expect([input.accept, input.multiple]).toEqual(['image/*', false])
})

test('nothing is sent without consent, which starts unticked', async () => {
  const { calls } = await open(table, false)
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  show()
  expect(checks(calls)).toEqual([])
  expect(screen.getByRole('checkbox').getAttribute('aria-invalid')).toBe('true')
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

test('inside the native app the picture is taken by its camera', async () => {
  inHost(fakeHost({ isNativeApp: true, takeFace: async () => ({ outcome: 'ok', data: picture }) }))
  const { calls, here } = await open()
  fireEvent.click(screen.getByRole('button', { name: '开始拍摄' }))
  await waitFor(() => expect(here()).toBe('/applyProfile'))
  expect(checks(calls)).toHaveLength(1)
})

test.each<[string, HostAnswer<File>, number]>([
  ['does not answer', { outcome: 'unknown' }, 1],
  ['has no camera', { outcome: 'refused', why: 'unsupported' }, 1],
  ['was closed by the person', { outcome: 'refused', why: 'cancelled' }, 0],
])('an app whose camera %s opens the file chooser, or not when that was wanted', async (_, answered, times) => {
  const takeFace = vi.fn(async () => answered)
  inHost(fakeHost({ isNativeApp: true, takeFace }))
  await open()
  const chosen = vi.spyOn(camera(), 'click')
  fireEvent.click(screen.getByRole('button', { name: '开始拍摄' }))
  await waitFor(() => expect(takeFace).toHaveBeenCalledTimes(1))
  await act(async () => undefined)
  expect(chosen).toHaveBeenCalledTimes(times)
})

test('without consent the app is not asked for a picture', async () => {
  const takeFace = vi.fn(async () => ({ outcome: 'unknown' }) as const)
  inHost(fakeHost({ isNativeApp: true, takeFace }))
  await open(table, false)
  fireEvent.click(screen.getByRole('button', { name: '开始拍摄' }))
  expect(screen.getByRole('checkbox').getAttribute('aria-invalid')).toBe('true')
  expect(takeFace).not.toHaveBeenCalled()
})
