import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openScreen } from '#app/test-screen.tsx'
import { StatusTag } from './status-tag.tsx'

afterEach(cleanup)

test.each([
  [1, '放款中', 'warning'],
  [2, '已放款', 'positive'],
  [3, '放款未成功', 'negative'],
  [4, '还款中', 'warning'],
  [5, '已结清', 'positive'],
  [6, '已逾期', 'negative'],
])('R4.1 a loan of status %i is drawn as %s in the colour of its style: %s', async (status, words, tone) => {
  await openScreen(() => <StatusTag status={status} isLost={false} isGivenUp={false} />, ['loan'])
  expect((await screen.findByText(words)).parentElement?.className.split(' ')).toContain(tone)
})
