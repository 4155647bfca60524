import { civilDate } from '@fyh/base/dates.ts'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Badge } from './badge.tsx'
import { Calendar } from './calendar.tsx'
import type { DayRange } from './calendar-days.ts'
import { Field } from './field.tsx'
import { Pagination } from './pagination.tsx'
import { TabBar } from './tab-bar.tsx'
import { withWords } from './test-words.tsx'
import { TextInput } from './text-input.tsx'

afterEach(cleanup)

const calendarWords = { previousMonth: 'previous', nextMonth: 'next', today: 'today' }
const today = civilDate('2026-11-28')

function OneDay({ onChange = () => undefined }: { onChange?: (day: string) => void }) {
  const [day, setDay] = useState<ReturnType<typeof civilDate>>()
  return (
    <Calendar
      today={today}
      language="en-US"
      words={calendarWords}
      choice={{
        kind: 'day',
        value: day,
        onChange: (next) => {
          setDay(next)
          onChange(next)
        },
      }}
    />
  )
}
function Range({ onChange }: { onChange: (range: DayRange) => void }) {
  const [range, setRange] = useState<DayRange>()
  return (
    <Calendar
      today={today}
      language="en-US"
      words={calendarWords}
      choice={{
        kind: 'range',
        value: range,
        onChange: (next) => {
          setRange(next)
          onChange(next)
        },
      }}
    />
  )
}
const pageWords = {
  previous: 'previous',
  next: 'next',
  page: (page: number) => `page ${page}`,
  of: (page: number, pages: number) => `${page} of ${pages}`,
}
function Paged({ total, start = 1, onChange }: { total: number; start?: number; onChange?: (page: number) => void }) {
  const [page, setPage] = useState(start)
  const turn = (next: number) => {
    setPage(next)
    onChange?.(next)
  }
  return <Pagination page={page} total={total} onChange={turn} label="pages" words={pageWords} />
}
function Plain() {
  const [value, setValue] = useState('')
  return <TextInput label="address" value={value} onChange={setValue} />
}
function Counted() {
  const [value, setValue] = useState('')
  return (
    <Field label="address">
      <TextInput value={value} onChange={setValue} maxLength={50} counted />
    </Field>
  )
}
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const focused = () => document.activeElement?.querySelector(':scope > span:last-child')?.textContent ?? ''

describe('R9.5 calendar', () => {
  test('R9.5 it offers today and 365 days after it, and turns no further', () => {
    render(<OneDay />)
    const before = screen.getByRole('button', { name: 'Friday, November 27, 2026' })
    expect(before).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Saturday, November 28, 2026 today' }).getAttribute('aria-current')).toBe('date')
    expect(screen.getByRole('button', { name: 'previous' })).toHaveProperty('disabled', true)
    const next = screen.getByRole('button', { name: 'next' })
    for (let month = 0; month < 12; month += 1) fireEvent.click(next)
    expect(next).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Sunday, November 28, 2027' })).toHaveProperty('disabled', false)
    expect(screen.getByRole('button', { name: 'Monday, November 29, 2027' })).toHaveProperty('disabled', true)
  })
  test('R9.5 by keyboard: one day is in the order of Tab, arrows lead on into the next month and stop at the bounds', () => {
    const onChange = vi.fn()
    render(<OneDay onChange={onChange} />)
    const grid = screen.getByRole('grid')
    const inOrder = within(grid)
      .getAllByRole('button')
      .filter((button) => button.tabIndex === 0)
    expect(inOrder).toHaveLength(1)
    act(() => inOrder[0]?.focus())
    key('ArrowRight')
    expect(focused()).toBe('Sunday, November 29, 2026')
    key('ArrowDown')
    expect(focused()).toBe('Sunday, December 6, 2026')
    expect(screen.getByRole('grid', { name: 'December 2026' })).toBe(grid)
    fireEvent.click(document.activeElement ?? document.body)
    expect(onChange).toHaveBeenCalledWith('2026-12-06')
    expect(document.activeElement?.getAttribute('aria-pressed')).toBe('true')
    key('PageUp')
    expect(focused()).toBe('Saturday, November 28, 2026 today')
    key('ArrowLeft')
    expect(focused()).toBe('Saturday, November 28, 2026 today')
  })
  test('R9.5 a range is two taps, in either order, and every day of it is told as chosen', () => {
    const onChange = vi.fn()
    render(<Range onChange={onChange} />)
    fireEvent.click(screen.getByRole('button', { name: 'Monday, November 30, 2026' }))
    fireEvent.click(screen.getByRole('button', { name: /November 28, 2026/ }))
    expect(onChange.mock.calls).toEqual([[{ from: '2026-11-30', to: undefined }], [{ from: '2026-11-28', to: '2026-11-30' }]])
    expect(screen.getAllByRole('button', { pressed: true })).toHaveLength(3)
  })
  test('R9.5 a marked day says its mark to screen readers as well', () => {
    render(
      <Calendar
        today={today}
        language="zh-CN"
        words={calendarWords}
        marks={new Map([['2026-11-30', { tone: 'negative', label: '916.80' }]])}
        choice={{ kind: 'day', value: undefined, onChange: () => undefined }}
      />,
    )
    expect(screen.getByRole('button', { name: '2026年11月30日星期一 916.80' })).toBeTruthy()
  })
})

describe('R9.5 pagination', () => {
  const names = () => screen.getAllByRole('listitem').map((item) => item.textContent)
  test('R9.5 ten a page and five buttons; the present page is told, and pressing it does nothing', () => {
    const onChange = vi.fn()
    render(<Paged total={195} start={10} onChange={onChange} />)
    expect(names()).toEqual(['1', '9', '10', '11', '20'])
    const now = screen.getByRole('button', { current: 'page' })
    expect(now.getAttribute('aria-label')).toBe('page 10')
    fireEvent.click(now)
    expect(onChange).not.toHaveBeenCalled()
  })
  test('R9.5 the first and the last page are one press away, and nothing leads beyond them', () => {
    render(<Paged total={195} start={10} />)
    fireEvent.click(screen.getByRole('button', { name: 'page 20' }))
    expect(screen.getByText('20 of 20')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'next' })).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('button', { name: 'page 1' }))
    expect(screen.getByRole('button', { name: 'previous' })).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('button', { name: 'next' }))
    expect(screen.getByText('2 of 20')).toBeTruthy()
  })
  test('R9.5 a page that went away since is shown as the last, an empty list as one page', () => {
    render(<Paged total={25} start={9} />)
    expect(screen.getByText('3 of 3')).toBeTruthy()
    cleanup()
    render(<Paged total={0} />)
    expect(names()).toEqual(['1'])
  })
})

describe('R9.5 badges', () => {
  const shown = (count: number, max?: number) => {
    const { container } = render(<Badge count={count} max={max} />)
    return container.textContent
  }
  test('R9.5 a badge counts up to 10000', () => {
    expect([0, 1, 9999, 10_000, 10_001].map((count) => shown(count))).toEqual(['', '1', '9999', '10000', '10000+'])
  })
  test('R9.5 the tab bar counts up to 99', () => {
    const item = { key: 'account', label: 'me', icon: 'person', active: false, onPress: () => undefined } as const
    const text = (count: number) => {
      cleanup()
      render(<TabBar label="places" items={[{ ...item, count }]} />)
      return screen.getByRole('button').textContent
    }
    expect([0, 99, 100].map(text)).toEqual(['me', '99me', '99+me'])
  })
  test('R9.5 a tab with something unread is named by its place and the count in words', () => {
    const item = { key: 'me', label: 'Me', icon: 'person', active: false, onPress: () => undefined } as const
    render(<TabBar label="places" items={[{ ...item, count: 9, countLabel: '9 unread messages' }]} />)
    expect(screen.getByRole('button', { name: /^Me\s*9 unread messages$/ })).not.toBeNull()
  })
  test('R9.5 a dot has a name when it is given one', () => {
    render(<Badge count="dot" label="something new" />)
    expect(screen.getByRole('img', { name: 'something new' }).textContent).toBe('')
  })
})

describe('R5.3 text input', () => {
  const box = () => screen.getByLabelText<HTMLInputElement>('address')
  test('CN-10 fifty characters of either kind fit, the fifty-first is refused wherever it is typed, and the counter says 50/50', async () => {
    render(<Counted />)
    for (const full of ['中'.repeat(50), 'a'.repeat(50)]) {
      fireEvent.change(box(), { target: { value: full } })
      expect(box().value).toBe(full)
      fireEvent.change(box(), { target: { value: `b${full}`, selectionEnd: 1 } })
      expect(box().value).toBe(full)
      expect(screen.getAllByText('50/50')).toHaveLength(2)
      await waitFor(() => expect(box().selectionEnd).toBe(0))
      fireEvent.change(box(), { target: { value: `${full}文` } })
      expect(box().value).toBe(full)
    }
  })
  test('what finds no room is told at the field, until something fits again; what was put in stays up to the limit', () => {
    render(withWords(<Counted />))
    const told = () => document.getElementById(box().getAttribute('aria-describedby') ?? '')?.textContent
    fireEvent.change(box(), { target: { value: '路'.repeat(300) } })
    expect(box().value).toBe('路'.repeat(50))
    expect(told()).toBe('at most 50')
    fireEvent.blur(box())
    expect(told()).toBe('at most 50')
    fireEvent.change(box(), { target: { value: '路'.repeat(49) } })
    expect(box().getAttribute('aria-describedby')).toBeNull()
    fireEvent.compositionStart(box())
    fireEvent.change(box(), { target: { value: `${'路'.repeat(49)}zhang` } })
    expect(box().getAttribute('aria-describedby')).toBeNull()
    fireEvent.change(box(), { target: { value: `${'路'.repeat(49)}张三` } })
    fireEvent.compositionEnd(box())
    expect(box().value).toBe(`${'路'.repeat(49)}张`)
    expect(told()).toBe('at most 50')
  })
  test('R5.3 a box holds 9999 characters unless told', () => {
    render(<Plain />)
    fireEvent.change(box(), { target: { value: 'a'.repeat(9999) } })
    expect(box().value).toHaveLength(9999)
    fireEvent.change(box(), { target: { value: `${'a'.repeat(9999)}b` } })
    expect(box().value).toBe('a'.repeat(9999))
  })
  test('CN-10 screen readers hear the counter only when the box is full', () => {
    render(<Counted />)
    fireEvent.change(box(), { target: { value: '中'.repeat(49) } })
    expect(screen.getByText('49/50').getAttribute('aria-hidden')).toBe('true')
  })
})
