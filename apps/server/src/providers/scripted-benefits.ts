import type { Answer, Keyed } from './answer.ts'
import type { BenefitOrder, QueryBenefitAnswer } from './benefit/port.ts'
import { scriptedCall } from './scripted-call.ts'
import type { Notice } from './scripted-money.ts'

export type BenefitOutcome = { readonly result: 'succeeded' } | { readonly result: 'failed'; readonly reason: string }

/** The supplier of benefits in memory: it does what it is asked for, unless `decide` says otherwise. */
export function scriptedBenefits(pending: (() => Notice)[]) {
  const decided: BenefitOutcome[] = []
  const orders = new Map<string, QueryBenefitAnswer>()
  const accept = (request: BenefitOrder): Answer => {
    if (orders.has(request.key)) return { answer: 'ok' }
    const outcome = decided.shift() ?? { result: 'succeeded' }
    orders.set(request.key, { answer: 'ok', state: 'processing', voucher: null, reason: null })
    pending.push(() => {
      const reason = outcome.result === 'failed' ? outcome.reason : null
      const voucher = request.act === 'use' && reason === null ? `V-${request.key}` : null
      orders.set(request.key, { answer: 'ok', state: outcome.result, voucher, reason })
      const reported = { ...(voucher !== null && { voucher }), ...(reason !== null && { reason }) }
      return {
        url: request.noticeUrl,
        body: { noticeId: `notice-${request.key}`, key: request.key, result: outcome.result, ...reported },
      }
    })
    return { answer: 'ok' }
  }
  return {
    order: scriptedCall<BenefitOrder, Answer>(accept),
    queryOrder: scriptedCall<Keyed, QueryBenefitAnswer>(({ key }) => orders.get(key) ?? notFound),
    decide: (outcome: BenefitOutcome): void => {
      decided.push(outcome)
    },
  }
}

const notFound: QueryBenefitAnswer = { answer: 'ok', state: 'notFound', voucher: null, reason: null }
