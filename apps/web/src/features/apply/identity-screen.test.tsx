import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, type Call, openScreen, refusal } from '#app/test-screen.tsx'
import { fakeHost } from '#host/fake.ts'
import type { HostAnswer } from '#host/port.ts'
import { connectNavigation } from '#platform/navigation.ts'
import { emptyUserState, useUserStore } from '#platform/store.ts'
import { identityLook } from './apply.queries.ts'
import { IdentityScreen } from './identity-screen.tsx'
import { pictures, tinyPng } from './test-photo.ts'

const nothing = { name: null, idNumber: null, issuer: null, validFrom: null, validTo: null, longTerm: false }
const front = { side: 'front', fields: { ...nothing, name: '测试', idNumber: '11010119900307002X' } }
const back = { side: 'back', fields: { ...nothing, issuer: '示例市公安局', validFrom: '2016-03-07', validTo: '2099-03-07' } }
const backFields = { issuer: '示例市公安局', validFrom: '2016-03-07', validTo: '2099-03-07' }
const text = { key: 'idCardImages', version: '1.0', sha256: '0'.repeat(64) }
const png = new File([tinyPng], 'card.png')

const sideOf = (body: unknown) => (typeof body === 'object' && body !== null && 'side' in body ? body.side : undefined)
const table = {
  '/agreement/current': { texts: [{ ...text, title: '授权书' }] },
  '/apply/identity': { confirmed: false, front: false, back: false, fields: nothing },
  '/idCard/read': (body: unknown) => (sideOf(body) === 'front' ? front : back),
  '/apply/reFlow': { next: 'face', steps: [] },
}
const reads = (calls: readonly Call[]) => calls.filter(({ path }) => path.endsWith('/idCard/read'))
const photos = () => [...document.querySelectorAll<HTMLInputElement>('input[type=file]')]
const choose = (place: number, file = png) => {
  const input = photos()[place]
  if (input !== undefined) fireEvent.change(input, { target: { files: [file] } })
}
/** Whether the file chooser opens in the same press. */
const press = (place: number) => fireEvent.click(photos()[place] ?? document.body)
const inHost = (host: ReturnType<typeof fakeHost>) => connectNavigation({ host, leave: () => undefined })
const next = () => fireEvent.click(screen.getByRole('button', { name: /下一步/ }))

beforeEach(() => {
  window.sessionStorage.clear()
  useUserStore.setState(emptyUserState, true)
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
  vi.stubGlobal('Image', pictures(true))
})
afterEach(() => {
  cleanup()
  inHost(fakeHost())
})

async function bothRead(answers: Parameters<typeof answer>[0] = table) {
  const calls = answer(answers)
  const opened = await openScreen(IdentityScreen, ['apply', 'blocks'])
  fireEvent.click(await screen.findByRole('checkbox'))
  choose(0)
  choose(1)
  await screen.findByText('人像面已识别')
  await screen.findByText('国徽面已识别')
  return { calls, ...opened }
}

test('R3.5 fillUser holds name and number as read and corrected, a look elsewhere loses neither, and confirming empties it', async () => {
  await bothRead({ ...table, '/identity/confirm': {} })
  expect(useUserStore.getState().fillUser).toEqual({ name: '测试', cardId: '11010119900307002X' })
  fireEvent.change(screen.getByDisplayValue('测试'), { target: { value: '测试甲' } })
  expect(useUserStore.getState().fillUser).toEqual({ name: '测试甲', cardId: '11010119900307002X' })
  expect(window.localStorage.getItem('app-user')).not.toContain('11010119900307002X')
  cleanup()
  // The server knows what it read, not what was corrected since.
  const known = { confirmed: false, front: true, back: true, fields: { ...nothing, ...front.fields, ...backFields } }
  answer({ ...table, '/apply/identity': known, '/identity/confirm': {} })
  await openScreen(IdentityScreen, ['apply', 'blocks'])
  await screen.findByDisplayValue('测试甲')
  next()
  await waitFor(() => expect(useUserStore.getState().fillUser).toEqual({ name: '', cardId: '' }))
})

test('nothing is drawn before the texts of the consent are there, which would push down what stands below', async () => {
  const texts = Promise.withResolvers()
  answer({ ...table, '/agreement/current': () => texts.promise })
  const { client } = await openScreen(IdentityScreen, ['apply', 'blocks'])
  await waitFor(() => expect(client.getQueryData(identityLook().queryKey)).toBeDefined())
  expect(photos()).toEqual([])
  expect(screen.getByRole('status').getAttribute('aria-busy')).toBe('true')
  texts.resolve(table['/agreement/current'])
  await screen.findByRole('checkbox')
  expect(photos()).toHaveLength(2)
})

describe('the photos', () => {
  test('nothing is sent before consent, which starts unticked; the photo waits for it and need not be taken again', async () => {
    const calls = answer(table)
    await openScreen(IdentityScreen, ['apply', 'blocks'])
    const consent = await screen.findByRole<HTMLInputElement>('checkbox')
    expect(consent.checked).toBe(false)
    choose(0)
    await screen.findByText('勾选授权后识别')
    expect(reads(calls)).toEqual([])
    fireEvent.click(consent)
    await screen.findByText('人像面已识别')
    expect(reads(calls).map(({ body }) => body)).toMatchObject([{ side: 'front', agreed: [text] }])
  })

  test('UI-16 a file that is no photo is refused at its side before consent, without a broken picture; the one before it stays', async () => {
    const calls = answer(table)
    await openScreen(IdentityScreen, ['apply', 'blocks'])
    const consent = await screen.findByRole<HTMLInputElement>('checkbox')
    vi.stubGlobal('Image', pictures(false))
    choose(1, new File(['Dear customer'], 'letter.txt', { type: 'text/plain' }))
    const told = await screen.findByText(/这个文件不是照片/)
    expect(photos()[1]?.getAttribute('aria-describedby')).toBe(told.closest('[role=alert]')?.id)
    expect(photos()[0]?.closest('label')?.textContent).toBe('拍摄人像面')
    expect(document.querySelectorAll('img')).toHaveLength(0)
    expect(consent.getAttribute('aria-invalid')).toBeNull()
    vi.stubGlobal('Image', pictures(true))
    choose(1)
    await screen.findByText('勾选授权后识别')
    expect(screen.queryByText(/这个文件不是照片/)).toBeNull()
    vi.stubGlobal('Image', pictures(false))
    choose(1, new File([], 'empty.jpg', { type: 'image/jpeg' }))
    await screen.findByText(/这个文件不是照片/)
    expect(document.querySelectorAll('img')).toHaveLength(1)
    fireEvent.click(consent)
    await screen.findByText('国徽面已识别')
    expect(reads(calls).map(({ body }) => sideOf(body))).toEqual(['back'])
  })

  test('a photo that got no answer is kept and sent again as it is, also by the way on; one that was refused is taken again', async () => {
    let answers: 'none' | 'refused' | 'read' = 'none'
    const calls = answer({
      ...table,
      '/idCard/read': (body: unknown) => {
        if (answers === 'none') throw new TypeError('Failed to fetch')
        return answers === 'refused' ? refusal('ID_CARD_UNREADABLE', '照片看不清') : sideOf(body) === 'front' ? front : back
      },
    })
    await openScreen(IdentityScreen, ['apply', 'blocks'])
    fireEvent.click(await screen.findByRole('checkbox'))
    choose(0)
    await screen.findByText('照片已保留，尚未识别')
    const sent = reads(calls).map(({ body }) => body)
    vi.stubGlobal('Image', pictures(false))
    choose(0, new File(['Dear customer'], 'letter.txt', { type: 'text/plain' }))
    await screen.findByText(/这个文件不是照片/)
    vi.stubGlobal('Image', pictures(true))
    answers = 'refused'
    fireEvent.click(screen.getByRole('button', { name: '重新上传照片' }))
    await screen.findByText('照片看不清')
    expect(screen.queryByRole('button', { name: '重新上传照片' })).toBeNull()
    answers = 'none'
    choose(0)
    choose(1)
    await waitFor(() => expect(screen.getAllByText('照片已保留，尚未识别')).toHaveLength(2))
    answers = 'read'
    next()
    await screen.findByText('人像面已识别')
    await screen.findByText('国徽面已识别')
    expect(screen.queryByText('请拍摄身份证人像面和国徽面')).toBeNull()
    expect(reads(calls).at(1)?.body).toEqual(sent[0])
    next()
    await waitFor(() => expect(calls.some(({ path, body }) => path.endsWith('/apply/identity') && body !== undefined)).toBe(true))
  })

  test('inside the native app its camera takes each side, and the album stays open to who wants it', async () => {
    const takePhoto = vi.fn(async () => ({ outcome: 'ok', data: png }) as const)
    inHost(fakeHost({ isNativeApp: true, takePhoto }))
    const calls = answer(table)
    await openScreen(IdentityScreen, ['apply', 'blocks'])
    fireEvent.click(await screen.findByRole('checkbox'))
    for (const [place, done] of [
      [0, '人像面已识别'],
      [1, '国徽面已识别'],
    ] as const) {
      expect(press(place)).toBe(false)
      await screen.findByText(done)
    }
    expect(takePhoto.mock.calls).toEqual([['idFront'], ['idBack']])
    expect(reads(calls).map(({ body }) => sideOf(body))).toEqual(['front', 'back'])
    fireEvent.click(screen.getByRole('button', { name: '从相册选择' }))
    expect(press(0)).toBe(true)
    expect(takePhoto).toHaveBeenCalledTimes(2)
  })

  test.each<[string, HostAnswer<File>, boolean]>([
    ['does not answer', { outcome: 'unknown' }, false],
    ['may not use the camera', { outcome: 'refused', why: 'denied' }, true],
  ])(
    'UI-20 an app that %s leads to the file chooser, at once from then on, and a camera that is forbidden is told',
    async (_, answered, isTold) => {
      inHost(fakeHost({ isNativeApp: true, takePhoto: async () => answered }))
      answer(table)
      await openScreen(IdentityScreen, ['apply', 'blocks'])
      await screen.findByRole('checkbox')
      const chosen = vi.fn((event: Event) => event.defaultPrevented)
      document.addEventListener('click', chosen)
      press(0)
      await waitFor(() => expect(chosen.mock.results.map(({ value }) => value)).toEqual([true, false]))
      document.removeEventListener('click', chosen)
      expect(screen.queryByText(/允许本应用使用相机/) !== null).toBe(isTold)
      expect(press(1)).toBe(true)
    },
  )

  test('UI-20 who closed the camera of the app wants no file chooser, and keeps what was there', async () => {
    const takePhoto = vi.fn(async () => ({ outcome: 'refused', why: 'cancelled' }) as const)
    inHost(fakeHost({ isNativeApp: true, takePhoto }))
    answer(table)
    await openScreen(IdentityScreen, ['apply', 'blocks'])
    await screen.findByRole('checkbox')
    for (const times of [1, 2]) {
      expect(press(0)).toBe(false)
      await act(async () => undefined)
      expect(takePhoto).toHaveBeenCalledTimes(times)
    }
    expect(screen.getByText('拍摄人像面')).not.toBeNull()
  })

  test('UI-13 accept names no types, one picture a side, no capture that would hide the album', async () => {
    answer(table)
    await openScreen(IdentityScreen, ['apply', 'blocks'])
    await screen.findByRole('checkbox')
    expect(photos()).toHaveLength(2)
    for (const input of photos()) {
      expect(input.accept).toBe('image/*')
      expect(input.multiple).toBe(false)
      expect(input.hasAttribute('capture')).toBe(false)
    }
  })

  test('a wrong side is told at its photo in the words of the server, and what was read before stays', async () => {
    let isWrong = false
    const { calls } = await bothRead({
      ...table,
      '/idCard/read': (body: unknown) =>
        isWrong ? refusal('ID_CARD_WRONG_SIDE', '请拍摄人像面') : sideOf(body) === 'front' ? front : back,
    })
    isWrong = true
    choose(0)
    await screen.findByText('请拍摄人像面')
    expect(screen.getByLabelText<HTMLInputElement>('姓名').value).toBe('测试')
    next()
    await waitFor(() => expect(calls.some(({ path, body }) => path.endsWith('/apply/identity') && body !== undefined)).toBe(true))
  })
})

describe('once confirmed', () => {
  const masked = { ...nothing, name: '测*', idNumber: '1101**********002X', validFrom: '2016-03-07', validTo: '2099-03-07' }
  const confirmed = { confirmed: true, front: true, back: true, fields: masked }

  test('it is shown masked, and leads on', async () => {
    answer({ ...table, '/apply/identity': confirmed })
    const { here } = await openScreen(IdentityScreen, ['apply', 'blocks'])
    expect(await screen.findByText('1101**********002X')).not.toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '继续' }))
    await waitFor(() => expect(here()).toBe('/faceApplyLive'))
  })

  test('a card that has run out since asks for the new one at once, without the masked values of the old', async () => {
    answer({ ...table, '/apply/identity': { ...confirmed, fields: { ...masked, validTo: '2020-01-01' } } })
    await openScreen(IdentityScreen, ['apply', 'blocks'])
    await screen.findByText('您之前认证的身份证已过期，请拍摄新证的两面')
    expect(photos()).toHaveLength(2)
    expect(screen.queryByText('1101**********002X')).toBeNull()
  })
})

describe('name and number', () => {
  test('UI-08 a name typed through pinyin comes out whole, nothing left over, nothing doubled', async () => {
    await bothRead()
    const name = screen.getByLabelText<HTMLInputElement>('姓名')
    fireEvent.change(name, { target: { value: '' } })
    fireEvent.compositionStart(name)
    for (const value of ['z', 'zh', 'zha', 'zhan', 'zhang']) {
      fireEvent.change(name, { target: { value } })
      expect(name.value).toBe(value)
    }
    fireEvent.change(name, { target: { value: '张' } })
    fireEvent.compositionEnd(name)
    expect(name.value).toBe('张')
  })

  test('CN-07 every dot in a name becomes the one of the card when the field is left', async () => {
    await bothRead()
    const name = screen.getByLabelText<HTMLInputElement>('姓名')
    fireEvent.change(name, { target: { value: '阿依古丽・买买提' } })
    fireEvent.blur(name)
    expect(name.value).toBe('阿依古丽·买买提')
  })

  test('RT-11 a corrected name is there again after a reload, the number is in no storage; another reading takes its place', async () => {
    const { unmount } = await bothRead()
    fireEvent.change(screen.getByLabelText('姓名'), { target: { value: '测试甲' } })
    const stored = () => JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }])
    expect(stored()).not.toContain('11010119900307002X')
    unmount()
    answer({
      ...table,
      '/apply/identity': { confirmed: false, front: true, back: true, fields: { ...front.fields, ...back.fields, name: '测试' } },
    })
    await openScreen(IdentityScreen, ['apply', 'blocks'])
    expect((await screen.findByLabelText<HTMLInputElement>('姓名')).value).toBe('测试甲')
    fireEvent.click(await screen.findByRole('checkbox'))
    choose(0)
    await expect.poll(() => screen.getByLabelText<HTMLInputElement>('姓名').value).toBe('测试')
    expect(stored()).not.toContain('测试甲')
  })

  test('a number is checked while typing once it is whole, and not called wrong before', async () => {
    await bothRead()
    const number = screen.getByLabelText<HTMLInputElement>('身份证号')
    fireEvent.focus(number)
    fireEvent.change(number, { target: { value: '1101011990' } })
    expect(number.getAttribute('aria-invalid')).toBeNull()
    fireEvent.change(number, { target: { value: '110101199003070021' } })
    expect(number.getAttribute('aria-invalid')).toBe('true')
    fireEvent.change(number, { target: { value: '11010119900307002x' } })
    expect(number.getAttribute('aria-invalid')).toBeNull()
    fireEvent.blur(number)
    expect(number.value).toBe('11010119900307002X')
  })

  test('confirming leads to what the server says comes next', async () => {
    const { calls, here } = await bothRead()
    next()
    await waitFor(() => expect(here()).toBe('/faceApplyLive'))
    const confirmed = calls.find(({ path, body }) => path.endsWith('/apply/identity') && body !== undefined)
    expect(confirmed?.body).toEqual({ name: '测试', idNumber: '11010119900307002X', validFrom: '2016-03-07', validTo: '2099-03-07' })
  })

  test('two taps confirm once', async () => {
    const { calls, here } = await bothRead()
    next()
    next()
    await waitFor(() => expect(here()).toBe('/faceApplyLive'))
    expect(calls.filter(({ path, body }) => path.endsWith('/apply/identity') && body !== undefined)).toHaveLength(1)
  })

  test('a refusal stands at the field it is about, in the words of the server', async () => {
    await bothRead({
      ...table,
      '/apply/identity': (body: unknown) =>
        body === undefined ? table['/apply/identity'] : refusal('ID_NUMBER_DIFFERS', '身份证号与您已认证的不一致'),
    })
    next()
    await screen.findByText('身份证号与您已认证的不一致')
    expect(screen.getByLabelText('身份证号').getAttribute('aria-invalid')).toBe('true')
  })

  test('a card that has run out is refused before anything is sent', async () => {
    const expired = { ...back, fields: { ...back.fields, validTo: '2020-01-01' } }
    const { calls } = await bothRead({ ...table, '/idCard/read': (body: unknown) => (sideOf(body) === 'front' ? front : expired) })
    next()
    await screen.findByText(/已过有效期/)
    expect(calls.filter(({ path, body }) => path.endsWith('/apply/identity') && body !== undefined)).toEqual([])
  })
})
