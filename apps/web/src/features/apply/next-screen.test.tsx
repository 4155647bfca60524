import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { NextScreen } from './next-screen.tsx'

const steps = ['identity', 'face', 'profile', 'confirm'].map((step) => ({ step, state: 'done' }))
const open = (flow: object) => {
  answer({ '/apply/reFlow': { standing: null, applyAgainOn: null, ...flow } })
  return openScreen(NextScreen, ['apply'])
}

afterEach(cleanup)

test.each([
  ['reviewing', '正在审核您的申请', '审核中', '查看审核进度'],
  ['humanReview', '正在复核您的申请', '复核中', '查看复核进度'],
  ['refused', '本次申请未通过', '未通过', '查看原因与办法'],
  ['refusedFinally', '复核后仍未通过', '未通过', '查看原因'],
])(
  'R2.16 the progress of an application that is %s says so, and nothing is called under way that has ended',
  async (standing, heading, state, act) => {
    const { here } = await open({
      next: 'result',
      steps: [...steps, { step: 'result', state: 'doing' }],
      standing,
      applyAgainOn: '2026-12-27',
    })
    await screen.findByRole('heading', { name: heading })
    expect(screen.getByText(state)).not.toBeNull()
    expect(screen.queryByText('进行中')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: act }))
    await waitFor(() => expect(here()).toBe('/applyResult'))
  },
)

test('R2.16 before the application is handed in the step of now is under way, and the button leads to it', async () => {
  const { here } = await open({ next: 'profile', steps: [...steps.slice(0, 2), { step: 'profile', state: 'doing' }] })
  await screen.findByText('进行中')
  fireEvent.click(screen.getByRole('button', { name: '下一步：补充资料' }))
  await waitFor(() => expect(here()).toBe('/applyProfile'))
})
