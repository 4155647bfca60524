import { transaction } from '@fyh/postgres/pool.ts'
import type { LendingDeps } from '#lending/deps.ts'
import type { Tx } from '#platform/deps.ts'
import type { Answer } from '#providers/answer.ts'

/** What a party says at once of an order that is sent to it. */
type SentNews = { readonly kind: 'accepted' } | { readonly kind: 'unknown' } | { readonly kind: 'refused'; readonly reason: string }

export function sentNews(answer: Answer): SentNews {
  if (answer.answer === 'ok') return { kind: 'accepted' }
  return answer.answer === 'refused' ? { kind: 'refused', reason: answer.reason } : { kind: 'unknown' }
}

/**
 * How orders of one kind become known. A party knows an order by its key, and only one node at a time has it in hand, so every step is
 * harmless when repeated.
 */
type Asking<Order, News> = {
  /** Takes the order in hand for one step; undefined when its outcome is known, it is not its time yet, or another node has it. */
  readonly claim: () => Promise<Order | undefined>
  readonly step: (order: Order) => Promise<News | undefined>
  readonly learn: (tx: Tx, news: News) => Promise<void>
}

/** One step towards the outcome of an order. The outcome is taken in within one transaction, like a notice. */
export async function askOrder<Order, News>({ db }: LendingDeps, { claim, step, learn }: Asking<Order, News>): Promise<void> {
  const order = await claim()
  if (order === undefined) return
  const news = await step(order)
  if (news !== undefined) await transaction(db, (tx) => learn(tx, news))
}

type Ways<News> = {
  readonly send: () => Promise<News>
  /** What the party says of the order, `notFound` when it has none of this key, undefined while there is nothing new. */
  readonly inquire: () => Promise<News | 'notFound' | undefined>
  /** When sending it again and again has led nowhere. */
  readonly end: () => Promise<News | undefined>
}

/**
 * Sends an order, or asks after one that was sent. One that never arrived is sent again under its key. One that was accepted before is not
 * sent again or refused by being unknown for a while, because its money may move yet.
 */
export async function sendOrInquire<News>(
  order: { readonly wasSent: boolean; readonly wasAccepted: boolean; readonly isSentEnough: boolean },
  { send, inquire, end }: Ways<News>,
): Promise<News | undefined> {
  if (!order.wasSent) return send()
  const news = await inquire()
  if (news !== 'notFound') return news
  if (order.isSentEnough) return end()
  return order.wasAccepted ? undefined : send()
}

/** How often an order that does not arrive is sent. */
export const sendsMax = 5

/** A party may take seconds to answer, so a few are asked at once. */
const asksAtOnce = 5

/** Asks after each of the orders. */
export async function askEach<Key>(keys: readonly Key[], ask: (key: Key) => Promise<void>): Promise<void> {
  for (let at = 0; at < keys.length; at += asksAtOnce) await Promise.all(keys.slice(at, at + asksAtOnce).map(ask))
}
