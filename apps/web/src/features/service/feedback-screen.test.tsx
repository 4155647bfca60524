import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, openScreen, refusal } from '#app/test-screen.tsx'
import { FeedbackScreen } from './feedback-screen.tsx'

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const open = (address = '/screen') => openScreen(FeedbackScreen, ['service', 'blocks'], address)
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const write = (value: string) => fireEvent.change(text(), { target: { value } })
const press = () => fireEvent.click(screen.getByRole('button', { name: '提交' }))
const choose = async (label: string) => {
  fireEvent.click(screen.getByRole('button', { name: /问题分类/ }))
  fireEvent.click(await screen.findByRole('button', { name: label }))
}

test('a complaint goes out with its topic, loan and text, once, and leads to its number', async () => {
  const calls = answer({ '/service/ticket': { ticketId: 9 } })
  const { here } = await open('/screen?kind=complaint&loanId=7')
  expect(screen.getByText(/将附上/)).not.toBeNull()
  await choose('利息与费用')
  write('<b>利息</b>与合同不一致')
  press()
  press()
  await waitFor(() => expect(here()).toBe('/feedbackDetail?id=9'))
  expect(calls.filter(({ path }) => path.endsWith('/ticket')).map(({ body }) => body)).toEqual([
    { kind: 'complaint', category: 'price', text: '<b>利息</b>与合同不一致', loanId: 7, onceKey: expect.stringMatching(/^\S{16,64}$/) },
  ])
  expect(sessionStorage.getItem('feedback')).toBeNull()
})

test('what is missing is said beside its field, and nothing goes out', async () => {
  const calls = answer({})
  await open()
  press()
  expect(await screen.findByText('请选择问题分类')).not.toBeNull()
  expect(screen.getByText('请填写具体内容')).not.toBeNull()
  write('太短')
  await choose('其他')
  press()
  expect(await screen.findByText('请至少写 5 个字')).not.toBeNull()
  expect(calls).toEqual([])
})

test('NF-12 a reload loses nothing, and what was sent without an answer goes out under the same key', async () => {
  const calls = answer({ '/service/ticket': () => Promise.reject(new Error('the network is gone')) })
  await open('/screen?kind=complaint')
  await choose('其他')
  write('一直没有收到退款')
  press()
  await waitFor(() => expect(calls.length).toBeGreaterThan(0))
  cleanup()
  const again = answer({ '/service/ticket': { ticketId: 9 } })
  await open('/screen?kind=complaint')
  expect(text().value).toBe('一直没有收到退款')
  press()
  await waitFor(() => expect(again).toHaveLength(1))
  expect(again[0]?.body).toEqual(calls[0]?.body)
})

test.each([
  ['TICKETS_TOO_MANY', '您有 10 条记录尚未答复'],
  ['LOAN_NOT_FOUND', '借款不存在'],
])('a refusal (%s) is said and what was written stays', async (error, words) => {
  answer({ '/service/ticket': refusal(error, words) })
  await open()
  await choose('其他')
  write('写了很多内容')
  press()
  expect(await screen.findByText(words)).not.toBeNull()
  expect(text().value).toBe('写了很多内容')
})
