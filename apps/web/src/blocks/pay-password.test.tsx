import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ensureWords, startWords } from '#locales/i18n.ts'
import { ApiError } from '#platform/api.ts'
import { usePayPassword } from './pay-password.tsx'

beforeAll(async () => {
  await startWords('zh-cn')
  await ensureWords(['blocks'])
})
afterEach(cleanup)

const required = new ApiError({ kind: 'refused', message: '请输入支付密码', error: 'PAYMENT_PASSWORD_REQUIRED', detail: { digits: 4 } })
const wrong = new ApiError({ kind: 'refused', message: '支付密码不正确', error: 'PAYMENT_PASSWORD_WRONG', detail: { left: 4 } })

/** Orders once pressed; `outcomes` are what the tries come to. */
function Order({ outcomes, tries }: { outcomes: (string | ApiError)[]; tries: (string | undefined)[] }) {
  const { during, dialog } = usePayPassword()
  const [end, setEnd] = useState('')
  const order = async (payPassword?: string) => {
    tries.push(payPassword)
    const outcome = outcomes.shift()
    if (outcome instanceof ApiError) throw outcome
    return outcome ?? ''
  }
  const press = () =>
    during(order).then(setEnd, (failure: unknown) => setEnd(failure instanceof ApiError ? String(failure.error ?? failure.kind) : '?'))
  return (
    <>
      <button type="button" onClick={press}>
        order
      </button>
      <output>{end}</output>
      {dialog}
    </>
  )
}
function ordered(...outcomes: (string | ApiError)[]) {
  const tries: (string | undefined)[] = []
  render(<Order outcomes={outcomes} tries={tries} />)
  fireEvent.click(screen.getByRole('button', { name: 'order' }))
  return tries
}
const end = () => screen.getByRole('status').textContent
const type = async (password: string) =>
  fireEvent.change(await screen.findByLabelText('支付密码，4 位数字'), { target: { value: password } })

test('R5.1 an order that needs none asks for none', async () => {
  const tries = ordered('done')
  await waitFor(() => expect(end()).toBe('done'))
  expect(tries).toEqual([undefined])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('R5.1 the password is asked for in as many digits as it has, and a wrong one once more', async () => {
  const tries = ordered(required, wrong, 'done')
  await type('1111')
  expect((await screen.findByRole('alert')).textContent).toBe('支付密码不正确')
  await type('2718')
  await waitFor(() => expect(end()).toBe('done'))
  expect(tries).toEqual([undefined, '1111', '2718'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('R5.1 another refusal or a lost answer closes the dialog and is the order’s own', async () => {
  ordered(required, new ApiError({ kind: 'network', message: 'no answer' }))
  await type('2718')
  await waitFor(() => expect(end()).toBe('network'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('R5.1 closing the dialog orders nothing', async () => {
  const tries = ordered(required)
  fireEvent.keyDown(await screen.findByLabelText('支付密码，4 位数字'), { key: 'Escape' })
  await waitFor(() => expect(end()).toBe('PAYMENT_PASSWORD_REQUIRED'))
  expect(tries).toEqual([undefined])
})
