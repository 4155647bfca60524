import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { api } from './api.ts'
import { useChange } from './change.ts'
import { look, useQuery } from './query.ts'

afterEach(cleanup)

const quoteLook = (mode: 'due' | 'all') =>
  look(['repay', 'quote', 7, mode], (options) => api.repay.quote({ params: { id: 7 }, query: { mode } }, options))
const cardsLook = () => look(['card', 'list'], (options) => api.card.list({}, options))

/** When the change is answered. */
let answered = Promise.resolve()

/** A form that shows a quote, which the change it makes uses up. */
function Form({ onDone }: { onDone: () => void }) {
  const quote = useQuery(quoteLook('due'))
  const cards = useQuery(cardsLook())
  const change = useChange(() => answered, { ends: () => ['repay', 'quote', 7] })
  const press = () => change.mutateAsync(undefined).then(onDone)
  if (quote.data === undefined || cards.data === undefined) return 'loading'
  return (
    <button type="button" onClick={press}>
      pay
    </button>
  )
}

function Result() {
  useQuery(cardsLook())
  return 'result'
}

function Screen() {
  const [place, setPlace] = useState<'form' | 'result'>('form')
  return (
    <>
      {place === 'form' ? <Form onDone={() => setPlace('result')} /> : <Result />}
      <button type="button" onClick={() => setPlace(place === 'form' ? 'result' : 'form')}>
        go
      </button>
    </>
  )
}

/** The form on the screen and its button pressed; beside its quote another one of the loan is known. */
async function pressPay() {
  const calls = answer({ '/quote/7': {}, '/card/list': { cards: [] } })
  const { client } = await openScreen(Screen, [])
  await client.prefetchQuery(quoteLook('all'))
  fireEvent.click(await screen.findByRole('button', { name: 'pay' }))
  return {
    asked: (end: string) => calls.filter(({ path }) => path.endsWith(end)).length,
    quotes: () => client.getQueryCache().findAll({ queryKey: ['repay', 'quote'] }),
    go: () => fireEvent.click(screen.getByRole('button', { name: 'go' })),
  }
}

test('what a change uses up is not asked for again; the next screen asks once, and what was used up is forgotten', async () => {
  answered = Promise.resolve()
  const { asked, quotes, go } = await pressPay()
  await screen.findByText('result')
  expect(asked('/quote/7')).toBe(2)
  await waitFor(() => expect(asked('/card/list')).toBe(2))
  expect(quotes()).toEqual([])
  go()
  expect(screen.queryByText('loading')).not.toBeNull()
})

test('who left before the answer of a change came sees the screen they are on anew, and what was used up is forgotten', async () => {
  let answerNow: () => void = () => undefined
  answered = new Promise((resolve) => (answerNow = resolve))
  const { asked, quotes, go } = await pressPay()
  go()
  await waitFor(() => expect(asked('/card/list')).toBe(2))
  expect(quotes()).toHaveLength(2)
  answerNow()
  await waitFor(() => expect(asked('/card/list')).toBe(3))
  expect(quotes()).toEqual([])
})
