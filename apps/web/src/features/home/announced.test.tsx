import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openScreen } from '#app/test-screen.tsx'
import { setCookie } from '#platform/storage.ts'
import { Announced } from './announced.tsx'

const announcements = [
  { announcementId: 9, kind: 'notice', title: '系统维护' },
  { announcementId: 8, kind: 'banner', title: '新人活动' },
  { announcementId: 7, kind: 'notice', title: '较早的公告' },
] as const

afterEach(() => {
  cleanup()
  setCookie('closedAnnouncements', '', 0)
})

const open = () => openScreen(() => <Announced kind="notice" announcements={announcements} />, ['home'])
const close = (title: string) => fireEvent.click(screen.getByRole('button', { name: `关闭公告：${title}` }))

test('R2.2 an announcement is closed in one tap and stays closed when home is opened again; the one before it comes up', async () => {
  await open()
  expect(screen.queryByText('新人活动')).toBeNull()
  close('系统维护')
  expect(screen.queryByText('系统维护')).toBeNull()
  expect(screen.getByText('较早的公告')).not.toBeNull()
  cleanup()
  await open()
  expect(screen.queryByText('系统维护')).toBeNull()
  close('较早的公告')
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  await open()
  expect(screen.queryByRole('button')).toBeNull()
})

test('R2.2 an announcement leads to its text', async () => {
  const { here } = await open()
  fireEvent.click(screen.getByRole('button', { name: '系统维护' }))
  await waitFor(() => expect(here()).toBe('/noticeList'))
})
