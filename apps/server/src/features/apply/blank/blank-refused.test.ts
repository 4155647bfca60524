import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { applicants } from '../test-applicant.ts'
import { jpegOf, pngOf } from './test-pictures.ts'

let server: TestServer
let people: ReturnType<typeof applicants>
beforeAll(async () => {
  server = await testServer()
  people = applicants(server)
})
afterAll(() => server.close())

const size = { width: 640, height: 480 }
const black = jpegOf(size, () => 0).toString('base64')
const white = pngOf(size, () => 255).toString('base64')
const card = jpegOf(size, (block) => block % 200).toString('base64')

test('apply.readIdCard: IMAGE_BLANK for an all-black or all-white photo, which no vendor is asked about; another one is read', async () => {
  const who = await people.applicant({ upTo: 'login' })
  const agreed = await people.agreedFor('idCard')
  const read = (image: string) => server.call('apply', 'readIdCard', { body: { side: 'front', image, agreed } }, who)
  for (const image of [black, white])
    expect(await read(image)).toMatchObject({ error: 'IMAGE_BLANK', msg: expect.stringContaining('全黑或全白') })
  expect(server.providers.ocr.readIdCard.calls).toHaveLength(0)
  expect((await read(card)).code).toBe(0)
})

test('apply.face: IMAGE_BLANK costs none of the day’s tries', async () => {
  const who = await people.applicant({ upTo: 'identity' })
  const agreed = await people.agreedFor('face')
  expect((await server.call('apply', 'face', { body: { image: black, agreed } }, who)).error).toBe('IMAGE_BLANK')
  expect(server.providers.face.compare.calls).toHaveLength(0)
  server.providers.face.compare.next({ answer: 'refused', reason: 'noFace' })
  expect((await server.call('apply', 'face', { body: { image: card, agreed } }, who)).detail).toEqual({ left: 4 })
})

test('apply.face: FACE_DAILY_LIMIT after 30 blank pictures of a day, also sent at once: no further one is looked at', async () => {
  const who = await people.applicant({ upTo: 'identity' })
  const agreed = await people.agreedFor('face')
  const show = (image: string) => server.call('apply', 'face', { body: { image, agreed } }, who)
  for (let pictures = 0; pictures < 28; pictures += 1) expect((await show(black)).error).toBe('IMAGE_BLANK')
  const last = await Promise.all([show(black), show(black), show(black), show(black)])
  expect(last.map(({ error }) => error).toSorted()).toEqual(['FACE_DAILY_LIMIT', 'FACE_DAILY_LIMIT', 'IMAGE_BLANK', 'IMAGE_BLANK'])
  const asked = server.providers.face.compare.calls.length
  expect((await show(card)).error).toBe('FACE_DAILY_LIMIT')
  expect(server.providers.face.compare.calls).toHaveLength(asked)
})

test('a blank photo counts as a read of the day, and after the last one no photo is looked at', async () => {
  const who = await people.applicant({ upTo: 'login' })
  const agreed = await people.agreedFor('idCard')
  const read = () => server.call('apply', 'readIdCard', { body: { side: 'front', image: black, agreed } }, who)
  for (let reads = 0; reads < 30; reads += 1) expect((await read()).error).toBe('IMAGE_BLANK')
  expect((await read()).error).toBe('ID_CARD_DAILY_LIMIT')
})
