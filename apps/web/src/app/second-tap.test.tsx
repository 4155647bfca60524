import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ignoreSecondTaps } from './second-tap.ts'

const pressed = vi.fn()
/** What lies where one taps. */
let under: Element | null = null

beforeAll(() => {
  document.elementFromPoint = () => under
  ignoreSecondTaps()
})
beforeEach(() => {
  pressed.mockClear()
  render(
    <>
      {['first', 'other'].map((name) => (
        <button key={name} type="button" onClick={() => pressed(name)}>
          {name}
        </button>
      ))}
      <label>
        <input type="checkbox" onChange={() => pressed('box')} />
        agree
      </label>
    </>,
  )
})
afterEach(cleanup)

let now = 0
type Tap = { afterMs: number; x?: number; detail?: number; by?: 'touch' | 'mouse' }
/** A tap on what says so: a press, then the click; answers whether the press may take the focus. */
function tap(name: string, { afterMs, x = 10, detail = 1, by = 'touch' }: Tap): boolean {
  now += afterMs
  const target = screen.getByText(name)
  under = target
  const at = (event: Event) => Object.defineProperty(event, 'timeStamp', { value: now })
  fireEvent(target, createEvent.pointerDown(target, { pointerType: by }))
  const press = at(createEvent.mouseDown(target, { clientX: x, clientY: 10, detail }))
  fireEvent(target, press)
  fireEvent(target, at(createEvent.click(target, { clientX: x, clientY: 10, detail })))
  return !press.defaultPrevented
}
const done = () => pressed.mock.calls.flat()

test.each([80, 150, 250])('a second tap after %d ms does nothing on what lies there now, and gives it no focus', (afterMs) => {
  tap('first', { afterMs: 5000 })
  expect(tap('other', { afterMs })).toBe(false)
  expect(tap('other', { afterMs })).toBe(false)
  expect(done()).toEqual(['first'])
  expect(tap('other', { afterMs: 300 })).toBe(true)
  expect(done()).toEqual(['first', 'other'])
})

test('quick taps on one thing, and elsewhere, all count', () => {
  tap('first', { afterMs: 5000 })
  tap('first', { afterMs: 60 })
  tap('other', { afterMs: 60, x: 60 })
  expect(done()).toEqual(['first', 'first', 'other'])
})

test('a neighbour of what was tapped counts while that is still where it was', () => {
  tap('first', { afterMs: 5000 })
  const first = under
  now += 60
  const other = screen.getByText('other')
  under = first
  fireEvent(other, Object.defineProperty(createEvent.click(other, { clientX: 12, clientY: 10, detail: 1 }), 'timeStamp', { value: now }))
  expect(done()).toEqual(['first', 'other'])
})

test('keys and programs press what they mean, however soon', () => {
  tap('first', { afterMs: 5000 })
  expect(tap('other', { afterMs: 20, detail: 0 })).toBe(true)
  expect(done()).toEqual(['first', 'other'])
})

test('of a mouse the second click of a double click does nothing there, a click of its own does', () => {
  tap('first', { afterMs: 5000, by: 'mouse' })
  tap('other', { afterMs: 80, by: 'mouse', detail: 2 })
  expect(done()).toEqual(['first'])
  tap('first', { afterMs: 5000, by: 'mouse' })
  tap('other', { afterMs: 80, by: 'mouse' })
  expect(done()).toEqual(['first', 'first', 'other'])
})

test('a label and its box are one thing: quick taps on it all count', () => {
  tap('agree', { afterMs: 5000 })
  tap('agree', { afterMs: 60 })
  expect(done()).toEqual(['box', 'box'])
})
