import { assert } from '@fyh/base/assert.ts'
import { expect, test } from 'vitest'
import { everyAdapter, keyFor } from '../suite.ts'

everyAdapter((current) => {
  const challenge = async () => {
    const issued = await current().providers.check.issue({ key: keyFor('issue'), language: 'zh-cn' })
    assert(issued.answer === 'ok', 'a challenge is issued')
    return { ...issued, solution: await current().solution(issued.challengeId) }
  }
  const verify = (challengeId: string, solution: { kind: 'slide'; x: number } | { kind: 'question'; text: string }) =>
    current().providers.check.verify({ key: keyFor('verify'), challengeId, solution })

  test('a challenge names its sizes and asks a question, and the piece lies inside the picture', async () => {
    const issued = await challenge()
    expect(issued.question).not.toBe('')
    expect(issued.solution.x + issued.pieceSize).toBeLessThanOrEqual(issued.width)
    expect(issued.pieceY + issued.pieceSize).toBeLessThanOrEqual(issued.height)
  })

  test('the piece in its place passes, and so does the answer to the question', async () => {
    const slide = await challenge()
    expect(await verify(slide.challengeId, { kind: 'slide', x: slide.solution.x })).toEqual({ answer: 'ok' })
    const question = await challenge()
    expect(await verify(question.challengeId, { kind: 'question', text: question.solution.text })).toEqual({ answer: 'ok' })
  })

  test('a piece beside its place and a wrong answer are refused', async () => {
    const slide = await challenge()
    expect(await verify(slide.challengeId, { kind: 'slide', x: slide.solution.x + 20 })).toEqual({ answer: 'refused', reason: 'wrong' })
    const question = await challenge()
    expect(await verify(question.challengeId, { kind: 'question', text: '99' })).toEqual({ answer: 'refused', reason: 'wrong' })
  })

  test('no answer in time is unknown', async () => {
    const { challengeId, solution } = await challenge()
    await current().order('check', 'loseAnswer')
    expect(await verify(challengeId, { kind: 'slide', x: solution.x })).toEqual({ answer: 'unknown' })
  })
})
