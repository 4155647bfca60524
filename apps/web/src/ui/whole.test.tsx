import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Note } from './note.tsx'
import { Text } from './text.tsx'

afterEach(cleanup)

const shown = (element: Parameters<typeof render>[0]) => render(element).container.textContent

test('a number stays on the line of what it counts, in both languages, and words may part from words', () => {
  expect(shown(<Note>仍需还 200.00 元；预计 2 小时内到账，已还 1 / 12 期</Note>)).toBe(
    '仍需还 200.00\u00A0元；预计 2\u00A0小时内到账，已还 1 / 12\u00A0期',
  )
  expect(shown(<Text>200.00 yuan are due within 2 hours, 1 day early</Text>)).toBe(
    '200.00\u00A0yuan are due within 2\u00A0hours, 1\u00A0day early',
  )
})

test('a date stays on one line, beside a number and its unit, too', () => {
  const { container } = render(<Text>2027-01-28 还 916.80 元</Text>)
  expect(container.querySelector('.whole')?.textContent).toBe('2027-01-28')
  expect(container.textContent).toBe('2027-01-28 还 916.80\u00A0元')
})
