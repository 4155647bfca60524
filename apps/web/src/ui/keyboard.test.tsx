import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchKeyboard } from './keyboard.ts'

const typing = () => document.documentElement.dataset.typing !== undefined
let stop: () => void = () => undefined
const scrolled = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML =
    '<input id="one" /><input id="two" /><input id="box" type="checkbox" /><input id="period" type="radio" /><button id="button">b</button><input id="keys" inputmode="none" /><input id="fixed" readonly />'
  window.scrollTo = scrolled
  scrolled.mockClear()
  stop = watchKeyboard(true)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const focus = (id: string) => act(() => document.getElementById(id)?.focus())
const blur = () => act(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))

test('UI-01 within 200 ms of the last blur the scroll is set again', () => {
  focus('one')
  blur()
  expect(scrolled).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  expect(scrolled).toHaveBeenCalledTimes(1)
})
test('UI-01 moving to another box does not scroll, so nothing jumps', () => {
  focus('one')
  focus('two')
  vi.advanceTimersByTime(1000)
  expect(scrolled).not.toHaveBeenCalled()
})
test('UI-02 while one types the action bar is told to stay in the content, also without a resize', () => {
  focus('one')
  expect(typing()).toBe(true)
  blur()
  expect(typing()).toBe(true)
  vi.advanceTimersByTime(200)
  expect(typing()).toBe(false)
})
test.each([
  ['tells of it, however late', 5_000, true],
  ['does not tell of it', 600, false],
])('UI-02 a box is brought into sight again when the keyboard has taken its place and the browser %s', (_, afterMs, told) => {
  const brought = vi.fn()
  Element.prototype.scrollIntoView = brought
  focus('one')
  vi.advanceTimersByTime(afterMs)
  expect(brought).toHaveBeenCalledTimes(1)
  const shrink = () => {
    window.innerHeight -= 200
    if (told) window.dispatchEvent(new Event('resize'))
    vi.advanceTimersByTime(1_000)
  }
  shrink()
  expect(brought.mock.contexts).toEqual([document.getElementById('one'), document.getElementById('one')])
  blur()
  shrink()
  expect(brought).toHaveBeenCalledTimes(2)
})
test.each(['box', 'period', 'button', 'keys', 'fixed'])(
  'UI-02 typing ends when the focus moves on to what brings no keyboard: %s',
  (id) => {
    focus('one')
    focus(id)
    expect(typing()).toBe(true)
    vi.advanceTimersByTime(200)
    expect(typing()).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect(scrolled).toHaveBeenCalledTimes(1)
  },
)
test.each(['box', 'period', 'button', 'keys', 'fixed'])('%s brings no keyboard by itself', (id) => {
  focus(id)
  vi.advanceTimersByTime(200)
  expect(typing()).toBe(false)
  expect(scrolled).not.toHaveBeenCalled()
})
test('UI-02 typing ends when the box is removed, as by a code that submits itself, of which browsers send no event', () => {
  focus('one')
  vi.advanceTimersByTime(1_000)
  document.getElementById('one')?.remove()
  vi.advanceTimersByTime(400)
  expect(typing()).toBe(false)
})
test('UI-02 typing ends when the screen of the box is hidden', () => {
  focus('one')
  Object.assign(document.getElementById('one') ?? {}, { checkVisibility: () => false })
  vi.advanceTimersByTime(400)
  expect(typing()).toBe(false)
})
test('UI-02 a next box that takes the place of the removed one keeps the bar in the content', () => {
  focus('one')
  document.getElementById('one')?.remove()
  focus('two')
  vi.advanceTimersByTime(1_000)
  expect(typing()).toBe(true)
})
