import { afterEach, expect, test } from 'vitest'
import { local } from './storage.ts'
import { forgetLogin } from './store.ts'
import { chooseTextSize, showTextSize, textSize } from './text-size.ts'

const shown = () => document.documentElement.dataset.text

afterEach(() => local.remove('textSize'))

test('the larger look is kept under a key of its own, shown at once and found again at the next visit', () => {
  showTextSize()
  expect([textSize(), shown(), localStorage.getItem('textSize')]).toEqual(['standard', 'standard', null])
  chooseTextSize('large')
  expect([shown(), localStorage.getItem('textSize')]).toEqual(['large', 'large'])
  delete document.documentElement.dataset.text
  showTextSize()
  expect(shown()).toBe('large')
})

test('a logout leaves the look as it was chosen: it belongs to the device', () => {
  chooseTextSize('large')
  forgetLogin()
  expect(textSize()).toBe('large')
})

test('whatever else stands under the key counts as the standard look', () => {
  local.set('textSize', 'huge"]')
  showTextSize()
  expect(shown()).toBe('standard')
})
