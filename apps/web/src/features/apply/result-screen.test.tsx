import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { ResultScreen } from './result-screen.tsx'

const undecided = {
  submittedAt: '2026-11-27T02:00:00.000Z',
  decidedAt: null,
  expectedSeconds: 90,
  limitFen: null,
  price: null,
  validUntil: null,
  reasons: [],
  applyAgainOn: null,
  canAskHuman: false,
  limitExpired: false,
}
const refused = { ...undecided, state: 'refused', reasons: ['incomeLow', 'newCode'], applyAgainOn: '2026-12-27', canAskHuman: true }
const open = (result: object) => {
  const calls = answer({ '/apply/result': result })
  return openScreen(ResultScreen, ['apply', 'blocks']).then((opened) => ({ calls, ...opened }))
}

afterEach(cleanup)

test('R2.19 an expired limit is named so, and the button leads to another application', async () => {
  const { here } = await open({ ...undecided, state: 'approved', limitFen: 3_800_000, validUntil: '2027-05-26', limitExpired: true })
  expect(await screen.findByText('额度已过期')).not.toBeNull()
  expect(screen.queryByText('去借钱')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '重新申请' }))
  await waitFor(() => expect(here()).toBe('/applyNext'))
})

test('R2.19 in review it looks again by itself and turns into the result', async () => {
  let looks = 0
  answer({
    '/apply/result': () => {
      looks += 1
      return looks === 1
        ? { ...undecided, state: 'reviewing' }
        : { ...undecided, state: 'approved', limitFen: 3_800_000, price: { fromPpm: 110_488, toPpm: 180_064 } }
    },
  })
  await openScreen(ResultScreen, ['apply', 'blocks'])
  await screen.findByText('正在审核您的申请')
  await screen.findByText('38,000')
  expect(screen.getByText('11.05%–18.01%')).not.toBeNull()
}, 8000)

test('R2.19 an approval says once until when the limit holds', async () => {
  const { body } = document
  await open({ ...undecided, state: 'approved', limitFen: 3_800_000, validUntil: '2027-05-26' })
  await screen.findByText('38,000')
  expect(body.textContent?.match(/2027-05-26/g)).toHaveLength(1)
})

test('R2.19 a refusal says why in words, also for a reason this release does not know, and from when one may apply again', async () => {
  await open(refused)
  await screen.findByText('收入与可借金额的比例暂不满足要求')
  expect(screen.getByText('综合评估暂未达到要求')).not.toBeNull()
  expect(screen.getByText('2026-12-27')).not.toBeNull()
})

test('R2.19 a person is asked for once, after a question', async () => {
  const { calls } = await open(refused)
  fireEvent.click(await screen.findByRole('button', { name: '申请复核' }))
  const asked = () => calls.filter(({ path }) => path.endsWith('/humanReview'))
  expect(asked()).toEqual([])
  const yes = await screen.findByRole('button', { name: '确定' })
  fireEvent.click(yes)
  fireEvent.click(yes)
  await waitFor(() => expect(asked()).toHaveLength(1))
})

test('R2.19 a final refusal offers no review and no date', async () => {
  await open({ ...undecided, state: 'refusedFinally', reasons: ['student'] })
  await screen.findByText('按监管要求，暂不向在校学生提供借款')
  expect(screen.queryByRole('button', { name: '申请复核' })).toBeNull()
  expect(screen.getByText('暂不开放')).not.toBeNull()
})

test('R2.19 without an application there is the way to one', async () => {
  const { here } = await open({ ...undecided, state: 'none', submittedAt: null })
  fireEvent.click(await screen.findByRole('button', { name: '继续申请' }))
  await waitFor(() => expect(here()).toBe('/applyNext'))
})
