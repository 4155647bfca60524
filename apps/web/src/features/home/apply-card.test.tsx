import { civilDate } from '@fyh/base/dates.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openScreen } from '#app/test-screen.tsx'
import { clock } from '#platform/clock.ts'
import { ApplyCard } from './apply-card.tsx'

type Card = Parameters<typeof ApplyCard>[0]['card']

afterEach(cleanup)

const submittedAt = '2026-11-27T02:00:00.000Z'
const refused: Card = { state: 'refused', reasons: ['scoreLow'], applyAgainOn: civilDate('2026-12-27'), canAskHuman: true }

test.each<[string, Card, string, string]>([
  ['in review', { state: 'reviewing', submittedAt, expectedSeconds: 90 }, '正在审核您的申请', '查看进度'],
  ['with a person', { state: 'humanReview', submittedAt }, '正在复核您的申请', '查看复核进度'],
  ['refused', refused, '本次申请未通过', '查看原因与办法'],
  ['refused after a person’s look', { ...refused, canAskHuman: false }, '复核后仍未通过', '查看原因'],
])('R2.2 home has words and a way of its own for an application that is %s', async (_, card, title, act) => {
  const { here } = await openScreen(() => <ApplyCard card={card} />, ['home'])
  expect(screen.getByRole('heading').textContent).toBe(title)
  fireEvent.click(screen.getByRole('button', { name: act }))
  await waitFor(() => expect(here()).toBe('/applyResult'))
})

test.each([
  ['within the usual time', 60, false],
  ['after more than twice the usual time', 300, true],
])('R2.2 a review that runs %s', async (_, secondsAgo, isLate) => {
  const since = new Date(clock.now().getTime() - secondsAgo * 1_000).toISOString()
  const { here } = await openScreen(() => <ApplyCard card={{ state: 'reviewing', submittedAt: since, expectedSeconds: 90 }} />, ['home'])
  expect(document.body.textContent?.includes('通常约')).toBe(!isLate)
  const service = screen.queryByRole('button', { name: '联系客服' })
  expect(service !== null).toBe(isLate)
  if (service === null) return
  fireEvent.click(service)
  await waitFor(() => expect(here()).toBe('/customerService'))
})
