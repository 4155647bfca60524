import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openScreen } from '#app/test-screen.tsx'
import { help } from '#locales/zh-cn/help.ts'
import { questionsOf } from './help-items.ts'
import { HelpScreen } from './help-screen.tsx'

afterEach(cleanup)

const open = () => openScreen(HelpScreen, ['service', 'help', 'blocks'])
const questions = () => [...document.querySelectorAll('summary')].map(({ textContent }) => textContent)

test('help lists every question once under its topic, each with its answer', async () => {
  await open()
  expect(questions().toSorted()).toEqual(
    Object.values(help.item)
      .map(({ question }) => question)
      .toSorted(),
  )
  expect(Object.values(questionsOf).flat()).toHaveLength(Object.keys(help.item).length)
  expect(document.body.textContent).toContain(help.item.early.answer)
})

test('the search finds words of a question and of an answer, says when there is none, and its end brings all back', async () => {
  await open()
  const search = screen.getByRole('textbox')
  const type = (value: string) => fireEvent.change(search, { target: { value } })
  type(' 罚息 ')
  expect(questions()).toEqual([help.item.overdue.question])
  type('提前结清')
  expect(questions()).toContain(help.item.early.question)
  type('<b>x</b>')
  expect(screen.getByRole('heading', { name: help.noneTitle })).not.toBeNull()
  type('')
  expect(questions()).toHaveLength(Object.keys(help.item).length)
})

test('help leads to customer service and to the form', async () => {
  const { here } = await open()
  fireEvent.click(screen.getByRole('button', { name: '联系客服' }))
  await waitFor(() => expect(here()).toBe('/customerService'))
})
