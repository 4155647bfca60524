import { type Fen, zeroFen } from '@fyh/base/money.ts'
import type { Answer, Keyed } from './answer.ts'
import type { Apply, QueryApplyAnswer } from './lender/port.ts'
import { scriptedCall } from './scripted-call.ts'
import type { Notice } from './scripted-money.ts'

type Decided = Extract<QueryApplyAnswer, { answer: 'ok' }>

/** How a partner will decide; what is left out is as asked for. */
export type ApplyOutcome =
  | { readonly result: 'approved'; readonly amountFen?: Fen; readonly periodsMax?: number; readonly validUntil?: string }
  | { readonly result: 'refused'; readonly reason: string }
  | { readonly result: 'incomplete'; readonly missing: readonly string[] }

const nothing = { periodsMax: null, validUntil: null, reason: null, missing: [], missingUntil: null } as const
const stateOnly = (state: Decided['state']): Decided => ({ answer: 'ok', state, amountFen: zeroFen, ...nothing })
const notFound = stateOnly('notFound')

/** The applications of a scripted partner: each stays in review until the notices are taken; then it is approved, unless a test decided otherwise. */
export function scriptedApplications(lenderId: number, pending: (() => Notice)[]) {
  const decided: ApplyOutcome[] = []
  const known = new Map<string, Decided>()

  const place = ({ key, amountFen, noticeUrl }: Pick<Apply, 'key' | 'amountFen' | 'noticeUrl'>): Answer => {
    if (known.get(key)?.state === 'cancelled') return { answer: 'refused', reason: 'cancelled' }
    if (known.has(key)) return { answer: 'ok' }
    const outcome = decided.shift() ?? { result: 'approved' }
    known.set(key, stateOnly('reviewing'))
    pending.push(() => {
      // One that was taken back meanwhile is reported as cancelled.
      if (known.get(key)?.state === 'reviewing') known.set(key, endOf(outcome, amountFen))
      return noticeOf(lenderId, { key, noticeUrl }, known.get(key) ?? notFound)
    })
    return { answer: 'ok' }
  }
  const cancel = ({ key }: Keyed): Decided => {
    if (known.get(key)?.state !== 'refused') known.set(key, stateOnly('cancelled'))
    return known.get(key) ?? notFound
  }
  return {
    apply: scriptedCall<Apply, Answer>(place),
    queryApply: scriptedCall<Keyed, QueryApplyAnswer>(({ key }) => known.get(key) ?? notFound),
    cancelApply: scriptedCall<Keyed, QueryApplyAnswer>(cancel),
    decideApply: (outcome: ApplyOutcome): void => {
      decided.push(outcome)
    },
    /** What the partner's own page does with the data that it fetched. */
    placeApplication: place,
  }
}

function endOf(outcome: ApplyOutcome, askedFen: Fen): Decided {
  switch (outcome.result) {
    case 'approved':
      return {
        ...stateOnly('approved'),
        amountFen: outcome.amountFen ?? askedFen,
        periodsMax: outcome.periodsMax ?? null,
        validUntil: outcome.validUntil ?? null,
      }
    case 'refused':
      return { ...stateOnly('refused'), reason: outcome.reason }
    case 'incomplete':
      return { ...stateOnly('incomplete'), missing: outcome.missing }
  }
}

function noticeOf(lenderId: number, { key, noticeUrl }: Pick<Apply, 'key' | 'noticeUrl'>, end: Decided): Notice {
  const { state, amountFen, periodsMax, validUntil, reason, missing } = end
  const body = {
    noticeId: `notice-${key}`,
    lenderId,
    key,
    result: state,
    amountFen,
    ...(periodsMax !== null && { periodsMax }),
    ...(validUntil !== null && { validUntil }),
    ...(reason !== null && { reason }),
    ...(missing.length > 0 && { missing }),
  }
  return { url: noticeUrl, body }
}
