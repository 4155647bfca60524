import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { AnnouncementsScreen } from './announcements-screen.tsx'

afterEach(cleanup)

const one = {
  announcementId: 1,
  kind: 'notice',
  title: '系统维护',
  body: '<i>今晚</i>维护',
  target: 'bills',
  from: '2026-11-27T02:00:00.000Z',
}

test('an announcement shows title and text as written, and leads to its place', async () => {
  answer({ '/service/announcements': { items: [one] } })
  const { here } = await openScreen(AnnouncementsScreen, ['service'])
  expect(await screen.findByText('<i>今晚</i>维护')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '查看账单' }))
  await waitFor(() => expect(here()).toBe('/loan/record'))
})

test.each([
  ['none', { items: [] }, '目前没有公告'],
  ['no answer', refusal('INTERNAL', '服务繁忙'), '重试'],
])('with %s the page says so', async (_, data, words) => {
  answer({ '/service/announcements': data })
  await openScreen(AnnouncementsScreen, ['service'])
  expect(await screen.findByText(words)).not.toBeNull()
})
