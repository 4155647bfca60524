import { expect, test } from 'vitest'
import { sendOrInquire } from './ask.ts'

const fresh = { wasSent: false, wasAccepted: false, isSentEnough: false }
const sent = { ...fresh, wasSent: true }

test.each([
  ['a new order is sent, not asked after', fresh, 'notFound', 'sent'],
  ['what the party says of an order holds', sent, 'told', 'told'],
  ['while there is nothing new, nothing is learned', sent, undefined, undefined],
  ['one that never arrived is sent again', sent, 'notFound', 'sent'],
  ['one that was accepted is not sent again by being unknown for a while', { ...sent, wasAccepted: true }, 'notFound', undefined],
  ['sending ends when it has led nowhere', { ...sent, isSentEnough: true }, 'notFound', 'ended'],
  ['what was sent often enough is asked after all the same', { ...sent, isSentEnough: true }, 'told', 'told'],
] as const)('%s', async (_, order, said, news) => {
  const ways = { send: async () => 'sent', inquire: async () => said, end: async () => 'ended' }
  expect(await sendOrInquire<string>(order, ways)).toBe(news)
})
