import { truncate, writeFile } from 'node:fs/promises'
import { api } from '@fyh/contract/api.ts'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { plainJpeg } from '../apps/web/src/features/apply/jpeg.ts'
import { exif, remarked } from '../apps/web/src/features/apply/test-photo.ts'
import { makeBorrower } from './api-borrower.ts'
import { expect, sharedTest as test } from './harness.ts'
import { agents, asked, simulateHost } from './simulated-host.ts'
import { button } from './walk.ts'

/** A picture of 400 by 300, each quarter of a colour of its own, as this browser encodes it. */
async function quarters(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 })
    const pen = canvas.getContext('2d')
    for (const [place, colour] of ['red', 'lime', 'blue', 'yellow'].entries()) {
      if (pen === null) continue
      pen.fillStyle = colour
      pen.fillRect((place % 2) * 200, Math.floor(place / 2) * 150, 200, 150)
    }
    return canvas.toDataURL('image/jpeg', 0.9)
  })
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

/** As old iPhones make them of very large photos. */
async function oneColour(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() =>
    Object.assign(document.createElement('canvas'), { width: 400, height: 300 }).toDataURL('image/jpeg', 0.9),
  )
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

const slotHeights = (page: Page) =>
  page.locator('label:has(> input[type=file])').evaluateAll((slots) => slots.map((slot) => slot.getBoundingClientRect().height))

/** What a person sees of a picture: its size, and the colour of each quarter to the nearest full or none of red, green and blue. */
const seen = (page: Page, bytes: Uint8Array) =>
  page.evaluate(
    async (address) => {
      const picture = Object.assign(new Image(), { src: address })
      await picture.decode()
      const { naturalWidth: width, naturalHeight: height } = picture
      const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
      pen?.drawImage(picture, 0, 0)
      const colour = (x: number, y: number) => [...(pen?.getImageData(x * width, y * height, 1, 1).data ?? [])].map((part) => part > 127)
      return { width, height, colours: [colour(0.25, 0.25), colour(0.75, 0.25), colour(0.25, 0.75), colour(0.75, 0.75)] }
    },
    `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`,
  )

const imageIn = z.object({ image: z.string() })

test('UI-14 a photo that lies on its side, or stands on its head, is sent upright; where it was taken is sent with none', async ({
  page,
  stack,
  words,
  open,
  enter,
}) => {
  const w = words.apply.identity
  await enter(await makeBorrower(stack, { seed: 'turned', number: 721, upTo: 'login' }))
  await open('/applyIdentity')
  await page.getByRole('checkbox').check()
  const plain = await quarters(page)
  const box = page.locator('input[type=file]').first()
  const sentOf = async (buffer: Buffer) => {
    await expect(box).toBeEnabled()
    const request = page.waitForRequest((one) => one.url().endsWith(api.apply.readIdCard.path))
    await box.setInputFiles({ name: 'IMG_0001.JPG', mimeType: 'image/jpeg', buffer })
    const { image } = imageIn.parse((await request).postDataJSON())
    return new Uint8Array(Buffer.from(image, 'base64'))
  }
  for (const turn of [1, 2, 3, 4, 5, 6, 7, 8])
    await test.step(`turn ${turn}`, async () => {
      const taken = remarked(plain, exif(turn, turn % 2 === 0 ? 'MM' : 'II'))
      const sent = await sentOf(Buffer.from(taken))
      expect(plainJpeg(sent)).toMatchObject({ turn: 1, hadRemarks: false })
      const look = await seen(page, sent)
      expect(look).toEqual(await seen(page, taken))
      expect([look.width, look.height]).toEqual(turn > 4 ? [300, 400] : [400, 300])
      await expect(page.getByText(w.frontDone)).toBeVisible()
    })
  expect(Buffer.from(await sentOf(plain)).equals(plain)).toBe(true)
})

for (const [index, language] of (['zh-cn', 'en-us'] as const).entries())
  test.describe(language, () => {
    test.use({ language })

    test(`UI-16 what is no photo, or cannot be shown whole, is refused at its side before consent, without a broken picture (${language})`, async ({
      page,
      stack,
      sandbox,
      words,
      open,
      enter,
    }, info) => {
      const w = words.apply.identity
      await enter(await makeBorrower(stack, { seed: 'no-photo', number: 731 + index, upTo: 'login' }))
      const reads: string[] = []
      page.on('request', (one) => one.url().endsWith(api.apply.readIdCard.path) && reads.push(one.url()))
      await open('/applyIdentity')
      const main = page.getByRole('main')
      const back = page.locator('input[type=file]').nth(1)
      const card = await sandbox.sample('no-photo', 'back.png')
      const jpeg = await quarters(page)
      const film = info.outputPath('film.jpg')
      await writeFile(film, jpeg)
      await truncate(film, 61 * 1024 * 1024)
      const heic = Buffer.from(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${'x'.repeat(200)}`, 'latin1')
      const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
      await expect(back).toBeAttached()
      const heights = await slotHeights(page)
      for (const [chosen, told] of [
        [file('letter.txt', 'text/plain', Buffer.from('Dear customer')), w.photoBroken],
        [file('cut.jpg', 'image/jpeg', jpeg.subarray(0, jpeg.length >> 1)), w.photoBroken],
        [film, w.photoTooLarge],
        [file('cut.png', 'image/png', card.buffer.subarray(0, card.buffer.length >> 1)), w.photoBroken],
        [file('IMG_0001.HEIC', 'image/heic', heic), w.photoHeic],
        [file('empty.jpg', 'image/jpeg', Buffer.alloc(0)), w.photoBroken],
        [file('black.jpg', 'image/jpeg', await oneColour(page)), w.photoBlank],
      ] as const) {
        await back.setInputFiles(chosen)
        await expect(main.getByRole('alert')).toHaveText(told)
        await expect(back).toHaveAccessibleDescription(told)
        await expect(main.locator('img')).toHaveCount(0)
        expect(await slotHeights(page), 'an error under one slot changes neither').toEqual(heights)
        await expect(page.getByRole('checkbox')).not.toHaveAttribute('aria-invalid', 'true')
      }
      await back.setInputFiles(card)
      await expect(page.getByText(w.waitsForConsent)).toBeVisible()
      await expect(main.locator('img')).toHaveCount(1)
      expect(reads).toEqual([])
      await page.getByRole('checkbox').check()
      await expect(page.getByText(w.backDone)).toBeVisible()
    })
  })

/** Ways in which a web view has no camera for the page. */
const cameras: Readonly<Record<string, () => void>> = {
  'that the page cannot ask for': () => Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined }),
  'that is forbidden': () => {
    const refuse = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
    Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => ({ getUserMedia: refuse }) })
  },
  'whose picture does not play': () => {
    HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  },
}

for (const [index, [what, stub]] of Object.entries(cameras).entries())
  test(`UI-20 a camera ${what} keeps nobody from the check of the face: the phone's own or the album takes the picture`, async ({
    page,
    stack,
    sandbox,
    words,
    open,
    enter,
  }) => {
    const w = words.apply.face
    await page.addInitScript(stub)
    await enter(await makeBorrower(stack, { seed: `camera-${index}`, number: 722 + index, upTo: 'identity' }))
    await open('/faceApplyLive')
    await page.getByRole('checkbox').check()
    for (const { name, capture } of [
      { name: w.fromFile, capture: null },
      { name: w.start, capture: 'user' },
    ]) {
      const opening = page.waitForEvent('filechooser')
      await button(page, name).click()
      const chooser = await opening
      expect(await chooser.element().getAttribute('capture')).toBe(capture)
      if (capture !== null) await chooser.setFiles(await sandbox.sample(`camera-${index}`, 'front.png'))
    }
    await expect(page).toHaveURL(/\/applyProfile/)
  })

test('UI-20 the page shows no film of a camera, so that none is left on when it is left', async ({ page, stack, words, open, enter }) => {
  const asks: string[] = []
  await page.exposeFunction('cameraAsked', () => asks.push('camera'))
  await page.addInitScript(() => {
    const told: { cameraAsked?: () => void } & Window = window
    navigator.mediaDevices.getUserMedia = () => {
      told.cameraAsked?.()
      return Promise.resolve(new MediaStream())
    }
  })
  await enter(await makeBorrower(stack, { seed: 'no-film', number: 725, upTo: 'identity' }))
  await open('/faceApplyLive')
  await page.getByRole('checkbox').check()
  const opening = page.waitForEvent('filechooser')
  await button(page, words.apply.face.start).click()
  await opening
  await expect(page.locator('video')).toHaveCount(0)
  expect(asks).toEqual([])
})

test.describe('inside the native app', () => {
  test.use({ userAgent: `${agents.android} FyhApp/3.2.0` })

  test('both sides of the id card and the face are taken by its camera', async ({ page, stack, sandbox, words, open, enter }) => {
    const w = words.apply
    const borrower = await makeBorrower(stack, { seed: 'app-camera', number: 726, upTo: 'login' })
    const image = async (file: 'front.png' | 'back.png') => (await sandbox.sample('app-camera', file)).buffer.toString('base64')
    const front = await image('front.png')
    const calls = await simulateHost(page, {
      kind: 'nativeAndroid',
      token: borrower.token,
      user: borrower.user,
      pictures: { idFront: front, idBack: await image('back.png'), face: front },
    })
    await enter(borrower)
    await open('/applyIdentity')
    await page.getByRole('checkbox').check()
    await page.getByLabel(w.identity.front, { exact: true }).click()
    await expect(page.getByText(w.identity.frontDone)).toBeVisible()
    await page.getByLabel(w.identity.back, { exact: true }).click()
    await expect(page.getByText(w.identity.backDone)).toBeVisible()
    await button(page, w.identity.next).click()
    await expect(page).toHaveURL(/\/faceApplyLive/)
    await page.getByRole('checkbox').check()
    await button(page, w.face.start).click()
    await expect(page).toHaveURL(/\/applyProfile/)
    expect(calls.filter(({ name }) => name === 'camera').map(({ data }) => data)).toEqual(
      ['idFront', 'idBack', 'face'].map((of) => ({ of })),
    )
  })

  test('UI-20 a camera that the phone forbids the app is told, and the file chooser takes its place', async ({
    page,
    stack,
    words,
    open,
    enter,
  }) => {
    const w = words.apply
    const borrower = await makeBorrower(stack, { seed: 'app-denied', number: 727, upTo: 'login' })
    const calls = await simulateHost(page, { kind: 'nativeAndroid', token: borrower.token, user: borrower.user, denied: ['camera'] })
    await enter(borrower)
    await open('/applyIdentity')
    for (const side of [w.identity.front, w.identity.back]) {
      const opening = page.waitForEvent('filechooser')
      await page.getByLabel(side, { exact: true }).click()
      await opening
      await expect(page.getByText(w.camera.denied)).toBeVisible()
    }
    expect(asked(calls).filter((name) => name === 'camera')).toHaveLength(1)
  })
})
