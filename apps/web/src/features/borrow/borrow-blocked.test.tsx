import { civilDate } from '@fyh/base/dates.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openScreen } from '#app/test-screen.tsx'
import { BorrowBlocked } from './borrow-blocked.tsx'

afterEach(cleanup)

test.each([
  ['noLimit', '您还没有额度，完成申请后即可借款', '去申请额度', '/applyNext'],
  ['reviewing', '您的申请正在审核，通过后即可借款', '查看审核进度', '/applyResult'],
  ['humanReview', '您的申请正在复核，通过后即可借款', '查看复核进度', '/applyResult'],
  ['refused', '上次申请未通过，2026-12-27 起可再次申请', '查看原因与办法', '/applyResult'],
  ['refusedFinally', '复核后仍未通过，2026-12-27 起可再次申请', '查看原因', '/applyResult'],
] as const)(
  'R2.4 the borrow tab says in its own words why a borrower who is %s can borrow nothing, and leads there',
  async (why, title, act, path) => {
    const { here } = await openScreen(() => <BorrowBlocked why={why} applyAgainOn={civilDate('2026-12-27')} />, ['borrow'])
    expect(screen.getByRole('heading').textContent).toBe(title)
    fireEvent.click(screen.getByRole('button', { name: act }))
    await waitFor(() => expect(here()).toBe(path))
  },
)
