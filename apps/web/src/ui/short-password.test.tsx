import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { NumberKeyboard } from './number-keyboard.tsx'
import { ShortPasswordDialog, type ShortPasswordDialogProps } from './short-password-dialog.tsx'
import { withWords } from './test-words.tsx'

afterEach(cleanup)

const words = { keyboard: 'number keys', digits: 'digits of the password', point: 'point', deleteLast: 'delete' }

function Keys(props: { start?: string; point?: boolean; maxLength?: number; shuffled?: boolean }) {
  const [value, setValue] = useState(props.start ?? '')
  return (
    <>
      <NumberKeyboard label="number keys" words={words} {...props} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}
/** An answer that is given when the test says so. */
function held() {
  const answers: ((wrong: string | undefined) => void)[] = []
  const onComplete = vi.fn((_: string) => new Promise<string | undefined>((resolve) => answers.push(resolve)))
  return { onComplete, answer: (wrong?: string) => act(async () => answers.shift()?.(wrong)) }
}
const show = (props: Pick<ShortPasswordDialogProps, 'onComplete'> & Partial<ShortPasswordDialogProps>) =>
  render(<ShortPasswordDialog open title="payment password" onClose={() => undefined} words={words} {...props} />)
const box = () => screen.getByLabelText<HTMLInputElement>('digits of the password')
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
const press = (...names: string[]) => {
  for (const name of names) fireEvent.click(screen.getByRole('button', { name }))
}

describe('R5.1 short password', () => {
  test('R5.1 six digits unless told, four and five as well; what is longer is cut', () => {
    for (const [length, cut] of [
      [undefined, '123456'],
      [5, '12345'],
      [4, '1234'],
    ] as const) {
      const { onComplete } = held()
      show({ onComplete, length })
      type('a1234567')
      expect(onComplete.mock.calls).toEqual([[cut]])
      cleanup()
    }
  })
  test('NF-11 a pasted message fills nothing and says so; pasted digits are taken', async () => {
    const { onComplete, answer } = held()
    render(withWords(<ShortPasswordDialog open title="payment password" onClose={() => undefined} words={words} onComplete={onComplete} />))
    const paste = (text: string) => fireEvent.paste(box(), { clipboardData: { getData: () => text } })
    expect(paste('【示例】您的验证码 904271，5 分钟内有效')).toBe(false)
    expect(box().value).toBe('')
    expect(screen.getByRole('alert').textContent).toBe('no password of 6')
    paste('271 828')
    expect(onComplete.mock.calls).toEqual([['271828']])
    await answer()
  })
  test('R5.1 it completes once when full: neither more digits nor the same ones complete it again before the answer', async () => {
    const { onComplete, answer } = held()
    show({ onComplete })
    type('12345')
    expect(onComplete).not.toHaveBeenCalled()
    press('6')
    press('7')
    type('654321')
    expect(onComplete.mock.calls).toEqual([['123456']])
    await answer()
  })
  test('R5.1 a wrong one empties it and is told; the next try, of the same digits too, completes anew', async () => {
    const { onComplete, answer } = held()
    show({ onComplete })
    type('123456')
    await answer('wrong, two tries left')
    expect(box().value).toBe('')
    expect(screen.getByRole('alert').textContent).toBe('wrong, two tries left')
    expect(box().getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(box().getAttribute('aria-describedby') ?? '')?.textContent).toBe('wrong, two tries left')
    press('1')
    expect(screen.getByRole('alert').textContent).toBe('')
    type('123456')
    expect(onComplete.mock.calls).toEqual([['123456'], ['123456']])
    await answer()
  })
  test('R5.1 it is a named dialog, the digits have a name and are not shown, and the phone keyboard stays away', () => {
    show({ onComplete: held().onComplete })
    expect(screen.getByRole('dialog', { name: 'payment password' })).toBeTruthy()
    expect(document.activeElement).toBe(box())
    expect([box().type, box().inputMode, box().autocomplete]).toEqual(['password', 'none', 'off'])
    type('12')
    expect(screen.getByRole('dialog').textContent).toContain('••')
  })
  test('R5.1 the focus goes back to where it came from when the dialog closes', () => {
    const opener = document.body.appendChild(document.createElement('button'))
    opener.focus()
    const { onComplete } = held()
    const { rerender } = show({ onComplete })
    expect(document.activeElement).toBe(box())
    rerender(<ShortPasswordDialog open={false} title="payment password" onClose={() => undefined} words={words} onComplete={onComplete} />)
    expect(document.activeElement).toBe(opener)
    opener.remove()
  })
  test('R5.1 it is never put away: nothing is stored, and a dialog that comes again is empty', async () => {
    const put = vi.spyOn(Storage.prototype, 'setItem')
    const { onComplete } = held()
    const { rerender } = show({ onComplete })
    type('123')
    rerender(<ShortPasswordDialog open={false} title="payment password" onClose={() => undefined} words={words} onComplete={onComplete} />)
    rerender(<ShortPasswordDialog open title="payment password" onClose={() => undefined} words={words} onComplete={onComplete} />)
    expect(box().value).toBe('')
    expect(put).not.toHaveBeenCalled()
    put.mockRestore()
  })
  test('R5.1 while the answer is awaited the dialog cannot be closed', async () => {
    const onClose = vi.fn()
    const { onComplete, answer } = held()
    show({ onComplete, onClose })
    type('123456')
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(onClose).not.toHaveBeenCalled()
    await answer('wrong')
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})

describe('R5.1 number keyboard', () => {
  const text = () => screen.getByRole('status').textContent
  test('R5.1 it writes six digits at most unless told, and deletes the last', () => {
    render(<Keys />)
    press('1', '2', '3', '4', '5', '6', '7')
    expect(text()).toBe('123456')
    press('delete', 'delete', '0')
    expect(text()).toBe('12340')
  })
  test('R5.1 with a decimal point there is one point, and it counts as a character', () => {
    render(<Keys point />)
    press('1', 'point', '5', 'point', '0', '5', '9')
    expect(text()).toBe('1.5059')
    cleanup()
    render(<Keys />)
    expect(screen.queryByRole('button', { name: 'point' })).toBeNull()
  })
  test('R5.1 a keyboard that is there writes too, and its shortcuts are left alone', () => {
    render(<Keys point />)
    const keys = screen.getByRole('group', { name: 'number keys' })
    for (const key of ['4', '.', '2', 'x', 'Backspace', '5']) fireEvent.keyDown(keys, { key })
    expect(text()).toBe('4.5')
    expect(fireEvent.keyDown(keys, { key: '1', ctrlKey: true })).toBe(true)
    expect(text()).toBe('4.5')
  })
  test('R5.1 a press leaves the focus in the box', () => {
    render(<Keys />)
    expect(fireEvent.mouseDown(screen.getByRole('button', { name: '1' }))).toBe(false)
  })
  test('R5.1 shuffled keys are the ten digits, in another order when they come again, in one order while they are there', () => {
    const faces = () =>
      screen
        .getAllByRole('button')
        .map((key) => key.textContent)
        .filter((face) => face !== '')
    const orders = Array.from({ length: 4 }, () => {
      cleanup()
      render(<Keys shuffled />)
      const before = faces()
      press('1', '2')
      expect(faces()).toEqual(before)
      return before.join('')
    })
    for (const order of orders) expect([...order].sort().join('')).toBe('0123456789')
    // Four times the same order by chance: once in 10!³, which is never.
    expect(new Set(orders).size).toBeGreaterThan(1)
  })
})
