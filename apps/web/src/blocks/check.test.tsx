import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, refusal } from '#app/test-screen.tsx'
import { ensureWords, startWords } from '#locales/i18n.ts'
import { emptyUserState, useUserStore } from '#platform/store.ts'
import { sendCode } from './send-code.ts'
import { SmsCodeBox } from './sms-code-box.tsx'

const picture = { width: 280, height: 140, pieceSize: 44, pieceY: 40, picture: 'AAAA', piece: 'AAAA', question: '七加五等于多少？' }
const challenge = (checkId: string) => ({ challenge: { checkId, ...picture } })
const sent = { smsCodeDigits: 4, waitSeconds: 60, expiresInSeconds: 300, mobileMask: '138****0001' }
type Body = { readonly check?: { readonly checkId: string; readonly solution: { readonly kind: string; readonly x?: number } } }

beforeAll(async () => {
  await startWords('zh-cn')
  await ensureWords(['blocks'])
})
beforeEach(() => {
  window.localStorage.clear()
  useUserStore.setState(emptyUserState, true)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Box() {
  const [code, setCode] = useState('')
  return (
    <SmsCodeBox
      about="login 0001"
      send={(options) => sendCode({ purpose: 'login', mobile: '13800000001' }, options)}
      value={code}
      onChange={setCode}
    />
  )
}
const tap = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
/** Answers each request to send a code with the next of the given answers. */
function answering(...answers: unknown[]) {
  const calls = answer({ '/mobile/check': { mobileMask: '', smsCodeDigits: 4, waitSeconds: 0 }, '/authCode/send': () => answers.shift() })
  render(<Box />)
  return {
    paths: () => calls.map(({ path }) => path.split('/').slice(-2).join('/')),
    bodies: () => calls.filter(({ path }) => path.endsWith('/authCode/send')).map(({ body }) => body as Body),
  }
}

describe('the code box', () => {
  test('R7.17 the phone is checked before a code is asked for; one that can’t be used costs no code', async () => {
    const calls = answer({ '/mobile/check': refusal('MOBILE_BLOCKED', '该手机号暂时无法使用') })
    render(<Box />)
    tap('获取验证码')
    await screen.findByText('该手机号暂时无法使用')
    expect(calls.map(({ path }) => path.split('/').slice(-2).join('/'))).toEqual(['mobile/check'])
  })

  test('R2.8 a challenge opens a sheet, and its solution goes out with the next request, without another look at the phone', async () => {
    const { bodies, paths } = answering(refusal('CHECK_REQUIRED', '请先完成安全验证', challenge('c1')), sent)
    tap('获取验证码')
    const slider = await screen.findByRole('slider')
    fireEvent.change(slider, { target: { value: '97' } })
    tap('完成验证')
    await screen.findByText(/已发送至 138\*{4}0001/)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(bodies()[1]?.check).toEqual({ checkId: 'c1', solution: { kind: 'slide', x: 97 } })
    expect(paths()).toEqual(['mobile/check', 'authCode/send', 'authCode/send'])
  })

  test('R2.8 the question is answered in place of the picture', async () => {
    const { bodies } = answering(refusal('CHECK_REQUIRED', '请先完成安全验证', challenge('c1')), sent)
    tap('获取验证码')
    await screen.findByRole('slider')
    tap('改为回答问题')
    tap('完成验证')
    await screen.findByText('请先回答问题')
    fireEvent.change(screen.getByLabelText('七加五等于多少？'), { target: { value: '12' } })
    tap('完成验证')
    await screen.findByText(/已发送至/)
    expect(bodies()[1]?.check).toEqual({ checkId: 'c1', solution: { kind: 'question', text: '12' } })
  })

  test('R2.8 a wrong try says so and brings another challenge; closing it sends nothing', async () => {
    const { bodies } = answering(
      refusal('CHECK_REQUIRED', '请先完成安全验证', challenge('c1')),
      refusal('CHECK_WRONG', '验证未通过，请再试一次', challenge('c2')),
    )
    tap('获取验证码')
    fireEvent.change(await screen.findByRole('slider'), { target: { value: '50' } })
    tap('完成验证')
    expect((await screen.findByRole('alert')).textContent).toContain('验证未通过')
    expect(screen.getByRole<HTMLInputElement>('slider').value).toBe('0')
    fireEvent.keyDown(screen.getByRole('slider'), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodies()).toHaveLength(2)
  })

  test('R2.8 nothing was moved: the sheet says so and sends nothing', async () => {
    const { bodies } = answering(refusal('CHECK_REQUIRED', '请先完成安全验证', challenge('c1')))
    tap('获取验证码')
    await screen.findByRole('slider')
    tap('完成验证')
    await screen.findByText('请先移动拼图块')
    expect(bodies()).toHaveLength(1)
  })

  test('R2.8 while the check is down the words stand at the code box', async () => {
    answering(refusal('CHECK_UNAVAILABLE', '安全验证暂时无法使用'))
    tap('获取验证码')
    await screen.findByText('安全验证暂时无法使用')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
