import type { CivilDate } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import type { Loan } from '@fyh/loan-engine/account.ts'
import type { LoanEvent } from '@fyh/loan-engine/events.ts'
import { planFor, totalsOf } from '@fyh/loan-engine/schedule.ts'
import { settlementQuote } from '@fyh/loan-engine/settle.ts'
import type { LoanTerms } from '@fyh/loan-engine/terms.ts'
import { dateAt, fenAt, rowsAt, textAt, wholeOr } from './fields.ts'
import type { GoldenCase } from './golden-case.ts'
import type { Difference, Kind } from './kind.ts'
import { termsOf } from './loan-terms.ts'
import { type Books, booksOn, type Movement } from './timeline-books.ts'
import { upFrontFeeOf } from './timeline-charges.ts'
import { check } from './timeline-checks.ts'
import { recalculationOf, rulesOf } from './timeline-rules.ts'
import { openStory, type Story, tell } from './timeline-story.ts'
import { unsupportedTimelines } from './timeline-unsupported.ts'

/** A loan and what happens to it, checked at each step. */
export const timelineKind: Kind = {
  name: 'time line',
  takes: ({ timeline }) => timeline.length > 0,
  unsupported: unsupportedTimelines,
  differencesOf,
}

function differencesOf(golden: GoldenCase): Difference[] {
  const terms = termsOfTimeline(golden)
  const plan = planFor(terms)
  const upFrontFee = upFrontFeeOf(golden, totalsOf(plan))
  const loanOf = ({ excess }: Story): Loan => ({ terms, plan, rules: rulesOf(golden, excess) })
  const graceDays = wholeOr(golden.inputs, 'arrears_grace_days', 0)
  const differences: Difference[] = []
  const reversed: Movement[] = []
  let story = openStory(golden, terms.payOutDate)
  golden.timeline.forEach((step, index) => {
    const loan = loanOf(story)
    if (!textAt(step, 'op').startsWith('expect_')) {
      const told = tell(story, step, (onDate) => settling(loan, story.events, onDate))
      const undone = reversedBy(told.events.slice(story.events.length), booksOf(loan, story, upFrontFee))
      reversed.push(...undone)
      story = told
      return
    }
    const books = booksOf(loan, story, upFrontFee)
    const shown = { ...books, movements: [...books.movements, ...reversed] }
    const found = check(step, { books: shown, today: story.today, graceDays })
    differences.push(...found.map((difference) => ({ ...difference, at: `step ${index + 1} (${story.today}) ${difference.at}` })))
  })
  return differences
}

/** Figures are those of the last day on which something was done: a day that merely passes reckons nothing. */
function booksOf(loan: Loan, { events, reckonedOn, isPaidOut }: Story, upFrontFee: Fen): Books {
  return booksOn(loan, { events, onDate: reckonedOn, isPaidOut, upFrontFee })
}

/** Terms of the loan as it was paid out: by the first pay-out of the time line, where there is one. */
function termsOfTimeline(golden: GoldenCase): LoanTerms {
  const { inputs, timeline } = golden
  const paidOut = timeline.find((step) => step.op === 'disburse')
  const schedule = timeline.find((step) => step.op === 'expect_schedule')
  const stated = termsOf(inputs, schedule === undefined ? [] : rowsAt(schedule, 'rows'))
  const recalculation = recalculationOf(golden)
  const terms = recalculation === undefined ? stated : { ...stated, recalculation }
  return paidOut === undefined ? terms : { ...terms, principal: fenAt(paidOut, 'amount'), payOutDate: dateAt(paidOut, 'on') }
}

/** The payment that settles the loan on a day. */
function settling(loan: Loan, events: readonly LoanEvent[], on: CivilDate): LoanEvent {
  return { kind: 'settle', on, amount: settlementQuote({ loan, payments: events, onDate: on }).total }
}

/** What was taken back stays in the list of movements, as it stood when it was taken back. */
function reversedBy(told: readonly LoanEvent[], { movements }: Books): Movement[] {
  const gone = told.flatMap((event) => (event.kind === 'reverse' ? [event.event] : []))
  return movements.filter(({ id }) => id !== undefined && gone.includes(id)).map((movement) => ({ ...movement, isReversed: true }))
}
