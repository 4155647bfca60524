import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { SignedScreen } from './signed-screen.tsx'

afterEach(cleanup)

const text = (signedId: number, more: object = {}) => ({
  key: 'loanContract',
  version: '1.0',
  sha256: '0'.repeat(64),
  title: `借款合同 ${signedId}`,
  signedId,
  signedAt: '2026-11-27T02:00:00.000Z',
  loanId: 1,
  ...more,
})
const open = (table: Parameters<typeof answer>[0]) => {
  const calls = answer(table)
  return openScreen(SignedScreen, ['agreement', 'blocks']).then((opened) => ({ calls, ...opened }))
}
const shownText = () => (document.body.textContent ?? '').replaceAll('\u00A0', ' ')

test('R2.29 every signed text stands with its version and time, and opens exactly as it was signed', async () => {
  const paragraphs = [{ kind: 'text', text: '年利率 18%，以签署时为准。' }]
  const { calls } = await open({
    '/agreement/signed': { items: [text(5), text(4, { title: '征信授权书', version: '1.2' })], next: null },
    '/agreement/signed/4': { ...text(4, { title: '征信授权书', version: '1.2' }), paragraphs },
  })
  expect(await screen.findByText('借款合同 5')).not.toBeNull()
  expect(shownText()).toContain('签署于 2026-11-27 10:00 · 版本 1.2')
  fireEvent.click(screen.getByRole('button', { name: /征信授权书/ }))
  expect(await screen.findByText('年利率 18%，以签署时为准。')).not.toBeNull()
  expect(calls.filter(({ path }) => path.endsWith('/signed/4'))).toHaveLength(1)
})

test('R2.29 NF-02 the next page is asked for by the key after which it begins, and follows the first', async () => {
  let page = 0
  const { calls } = await open({
    '/agreement/signed': () => {
      page += 1
      return page === 1 ? { items: [text(5)], next: 5 } : { items: [text(3)], next: null }
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: '加载更多' }))
  expect(await screen.findByText('借款合同 3')).not.toBeNull()
  expect(screen.getByText('借款合同 5')).not.toBeNull()
  expect(calls).toHaveLength(2)
  await waitFor(() => expect(screen.queryByRole('button', { name: '加载更多' })).toBeNull())
})

test('R2.29 without signed texts the page says what will appear on it', async () => {
  await open({ '/agreement/signed': { items: [], next: null } })
  expect(await screen.findByText('还没有签署过协议')).not.toBeNull()
})

test('R2.29 a list that cannot be had is asked for again', async () => {
  let down = true
  await open({ '/agreement/signed': () => (down ? Promise.reject(new TypeError('no network')) : { items: [text(5)], next: null }) })
  const again = await screen.findByRole('button', { name: '重试' })
  down = false
  fireEvent.click(again)
  expect(await screen.findByText('借款合同 5')).not.toBeNull()
})
