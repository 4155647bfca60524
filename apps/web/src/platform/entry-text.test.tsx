import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useEntryText } from './entry-text.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Part() {
  const [text, keep] = useEntryText('part')
  return <input aria-label="part" value={text ?? 'whole'} onChange={({ target }) => keep(target.value === '' ? undefined : target.value)} />
}
const box = () => screen.getByLabelText<HTMLInputElement>('part')
const type = (value: string) => fireEvent.change(box(), { target: { value } })

test('UI-05 what was typed is there again when the page is drawn anew at its entry of the history, beside what the router keeps there', () => {
  window.history.replaceState({ idx: 3, key: 'K', usr: null }, '')
  render(<Part />)
  expect(box().value).toBe('whole')
  type('100.50')
  expect(window.history.state).toMatchObject({ idx: 3, key: 'K', usr: null })
  cleanup()
  render(<Part />)
  expect(box().value).toBe('100.50')
  type('')
  cleanup()
  render(<Part />)
  expect(box().value).toBe('whole')
})

test('another entry of the history has none of it', () => {
  window.history.replaceState({ idx: 3 }, '')
  render(<Part />)
  type('100.50')
  cleanup()
  window.history.pushState({ idx: 4 }, '')
  render(<Part />)
  expect(box().value).toBe('whole')
})

test('a browser that takes no more changes of the history does not stop the typing', () => {
  window.history.replaceState(null, '')
  render(<Part />)
  vi.spyOn(window.history, 'replaceState').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  type('100.50')
  expect(box().value).toBe('100.50')
})

test('a choice out of a sheet outlives the sheet, whose own entry of the history goes; what Back leads to gets none of it', () => {
  window.history.replaceState({ key: 'K' }, '')
  render(<Part />)
  window.history.replaceState({ key: 'K', overlays: 1 }, '')
  type('100.50')
  window.history.replaceState({ key: 'K' }, '')
  fireEvent.popState(window)
  expect(window.history.state).toMatchObject({ texts: { part: '100.50' } })
  window.history.replaceState({ key: 'before' }, '')
  fireEvent.popState(window)
  expect(window.history.state).toEqual({ key: 'before' })
})
