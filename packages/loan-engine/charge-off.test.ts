import { type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, formatYuan, parseYuan, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import type { AfterChargeOff } from './charge-off.ts'
import type { LoanEvent } from './events.ts'
import type { Recalculation } from './recalculation.ts'
import { type Replayed, replay } from './replay.ts'
import { defaultRules } from './rules.ts'
import { planFor } from './schedule.ts'
import type { LoanTerms } from './terms.ts'

const yuan = (text: string): Fen => parseYuan(text) ?? fen(Number.NaN)
const day = (monthDay: string): CivilDate => civilDate(`2024-${monthDay}`)
const daily: Recalculation = { rest: 'daily', settleUntil: 'settlementDay', onOverdue: true }

const terms: LoanTerms = {
  principal: yuan('100.00'),
  annualRate: ppm(70_000),
  periods: 6,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: day('01-01'),
  tail: 'evened',
  daysOff: { policy: 'stay' },
  rounding: 'halfEven',
}

function chargedOff(
  events: readonly LoanEvent[],
  {
    on,
    after,
    isRecalculated = false,
    given = {},
  }: { on: string; after: AfterChargeOff; isRecalculated?: boolean; given?: Partial<LoanTerms> },
): Replayed {
  const agreed = { ...terms, ...(isRecalculated && { recalculation: daily }), ...given }
  const loan = { terms: agreed, plan: planFor(agreed), rules: { ...defaultRules, afterChargeOff: after } }
  return replay(loan, [...events, { kind: 'chargeOff', on: day(on) }], day(on))
}

const repaid = (on: string, amount: string): LoanEvent => ({ kind: 'repay', on: day(on), amount: yuan(amount) })
const shown = ({ accounts }: Replayed) => accounts.map(({ row }) => `${formatYuan(row.principal)} + ${formatYuan(row.interest)}`)
const balances = ({ accounts }: Replayed) => accounts.map(({ row }) => formatYuan(row.balanceAfter))
const principals = ({ accounts }: Replayed) => accounts.map(({ row }) => row.principal)
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
const lost = ({ entries }: Replayed) => {
  const { principal = 0, interest = 0, fee = 0 } = entries.filter(({ event }) => event.kind === 'chargeOff')[0]?.allocation.parts ?? {}
  return [principal, interest, fee].map((amount) => formatYuan(fen(amount))).join(' + ')
}

// Figures as Apache Fineract publishes in its feature tests of charging off.
describe('charging off', () => {
  test('changes nothing of the plan unless told so; what it found open is noted', () => {
    const loan = chargedOff([repaid('02-01', '17.01')], { on: '03-01', after: 'goesOn' })
    expect(shown(loan)).toEqual(['16.43 + 0.58', '16.52 + 0.49', '16.62 + 0.39', '16.72 + 0.29', '16.81 + 0.20', '16.90 + 0.10'])
    expect(lost(loan)).toBe('83.57 + 1.47 + 0.00')
  })

  test('ends interest on a due day: the periods after it are all principal, the last is smaller', () => {
    const loan = chargedOff([repaid('02-01', '17.01')], { on: '03-01', after: 'noInterest' })
    expect(shown(loan)).toEqual(['16.43 + 0.58', '16.52 + 0.49', '17.01 + 0.00', '17.01 + 0.00', '17.01 + 0.00', '16.02 + 0.00'])
    expect(balances(loan)).toEqual(['83.57', '67.05', '50.04', '33.03', '16.02', '0.00'])
    expect(lost(loan)).toBe('83.57 + 0.49 + 0.00')
  })

  test('ends interest inside a period: it owes the days that have run', () => {
    const loan = chargedOff([repaid('02-01', '17.01')], { on: '02-29', after: 'noInterest' })
    expect(shown(loan).slice(1, 3)).toEqual(['16.54 + 0.47', '17.01 + 0.00'])
  })

  test('ends interest on what is really open, overdue principal with it', () => {
    const loan = chargedOff([repaid('02-01', '17.01')], { on: '03-31', after: 'noInterest', isRecalculated: true })
    expect(shown(loan)).toEqual(['16.43 + 0.58', '16.52 + 0.49', '16.54 + 0.47', '17.01 + 0.00', '17.01 + 0.00', '16.49 + 0.00'])
    expect(lost(loan)).toBe('83.57 + 0.96 + 0.00')
  })

  test('a period paid before the day is left alone but for interest it has borne since', () => {
    const loan = chargedOff([repaid('01-15', '17.01')], { on: '01-20', after: 'noInterest', isRecalculated: true })
    const [first] = loan.accounts
    expect(first?.row.total).toBe(yuan('17.01'))
    expect(loan.accounts.reduce((sum, { row }) => sum + row.principal, 0)).toBe(yuan('100.00'))
  })

  test('makes all of it due on the day, in the period that runs', () => {
    const loan = chargedOff([repaid('02-01', '17.01')], { on: '02-15', after: 'allDue' })
    expect(loan.accounts.map(({ row }) => row.dueDate)).toEqual([day('02-01'), day('02-15')])
    expect(shown(loan)).toEqual(['16.43 + 0.58', '83.57 + 0.24'])
    expect(balances(loan)).toEqual(['83.57', '0.00'])
  })

  test('money paid ahead for a period that falls away counts for the one that runs', () => {
    const loan = chargedOff([repaid('02-01', '40.00')], { on: '02-15', after: 'allDue' })
    expect(shown(loan)[1]).toBe('83.57 + 0.49')
    expect(loan.accounts).toHaveLength(2)
    const paid = loan.accounts.reduce((sum, account) => sum + account.paid.principal + account.paid.interest, 0)
    expect(paid).toBe(yuan('40.00'))
  })

  test('makes all of it due on the last day of the period before the last, too', () => {
    const loan = chargedOff([], { on: '06-01', after: 'allDue' })
    expect(shown(loan)).toEqual(['16.43 + 0.58', '16.52 + 0.49', '16.62 + 0.39', '16.72 + 0.29', '33.71 + 0.20'])
  })

  test('makes all due on the day of the pay-out: no period has begun, and nothing changes', () => {
    expect(shown(chargedOff([], { on: '01-01', after: 'allDue' }))).toEqual(shown(chargedOff([], { on: '01-01', after: 'goesOn' })))
  })

  test.each(['noInterest', 'allDue'] as const)('%s on the last due day changes nothing', (after) => {
    expect(shown(chargedOff([], { on: '07-01', after }))).toEqual(shown(chargedOff([], { on: '07-01', after: 'goesOn' })))
  })

  test('a charge with each period asks by what the period has become', () => {
    const each: LoanEvent = {
      kind: 'charge',
      id: 'share',
      on: day('01-01'),
      part: 'fee',
      sum: { rate: ppm(10_000), of: 'both' },
      due: 'eachPeriod',
    }
    const loan = chargedOff([each, repaid('02-01', '17.18')], { on: '03-01', after: 'allDue' })
    expect(loan.charges.map(({ amount }) => formatYuan(amount))).toEqual(['0.17', '0.84'])
    expect(lost(loan)).toBe('83.57 + 0.49 + 0.84')
  })

  test.each(['noInterest', 'allDue'] as const)(
    '%s inside a period that is paid ahead: it stays paid, with the interest it was paid with',
    (after) => {
      const { accounts } = chargedOff([repaid('01-15', '17.01')], { on: '01-20', after })
      expect(accounts[0]?.row).toMatchObject({ interest: yuan('0.58') })
      if (after === 'noInterest') expect(accounts[0]?.closedOn).toBe(day('01-15'))
    },
  )

  test('ends interest inside a period paid in part: what was paid of it stays, of the rest it owes the days that have run', () => {
    // Of 0.49 that the second period bears, 0.20 is paid; 15 of 29 days of the other 0.29 are 0.15.
    const loan = chargedOff([repaid('02-01', '17.01'), repaid('02-10', '0.20')], { on: '02-16', after: 'noInterest' })
    expect(shown(loan)[1]).toBe('16.66 + 0.35')
    expect(shown(loan)[2]).toBe('17.01 + 0.00')
  })

  test('a period paid ahead keeps its interest, the last open one gives back what the others took', () => {
    const ahead = chargedOff([repaid('02-01', '34.02')], { on: '02-01', after: 'noInterest' })
    expect(shown(ahead)).toEqual(['16.43 + 0.58', '16.52 + 0.49', '17.01 + 0.00', '17.01 + 0.00', '17.01 + 0.00', '16.02 + 0.00'])
  })

  test('without interest from the first day the instalments end as soon as all principal is asked for, the last being what is left', () => {
    const loan = chargedOff([], { on: '01-01', after: 'noInterest', given: { annualRate: ppm(360_000), periods: 24 } })
    const instalment = loan.accounts[0]?.row.total ?? 0
    const expected = Array.from({ length: 24 }, (_, k) => Math.max(0, Math.min(instalment, yuan('100.00') - instalment * k)))
    expect(principals(loan)).toEqual(expected)
    expect(expected.filter((amount) => amount === 0).length).toBeGreaterThan(1)
  })

  test('a loan of one period asks for no more principal than was lent', () => {
    expect(shown(chargedOff([], { on: '01-16', after: 'noInterest', given: { periods: 1 } }))).toEqual(['100.00 + 0.28'])
  })

  test.each(['noInterest', 'allDue'] as const)('%s after more was drawn: all that was drawn is asked for', (after) => {
    const drawn: LoanEvent = { kind: 'draw', on: day('01-20'), amount: yuan('20.00') }
    const loan = chargedOff([drawn], { on: '02-15', after })
    expect(sumOf(principals(loan))).toBe(yuan('120.00'))
    expect(balances(loan)[loan.accounts.length - 1]).toBe('0.00')
  })

  test('what was paid early or let go of in a period that falls away goes with the one that runs', () => {
    const events: LoanEvent[] = [
      { kind: 'charge', id: 'visit', on: day('01-01'), part: 'fee', due: day('05-15'), sum: { amount: yuan('3.00') } },
      { kind: 'waiveCharge', on: day('01-02'), charge: 'visit' },
      repaid('01-10', '40.00'),
      { kind: 'waiver', on: day('01-11'), amount: yuan('30.00'), of: ['principal'] },
    ]
    const { accounts } = chargedOff(events, { on: '02-15', after: 'allDue' })
    expect(accounts).toHaveLength(2)
    expect(sumOf(accounts.map(({ paidEarly }) => paidEarly))).toBe(yuan('40.00'))
    expect(sumOf(accounts.map(({ waived }) => waived.principal))).toBe(yuan('30.00'))
    expect(sumOf(accounts.map(({ added, waived }) => added.fee - waived.fee))).toBe(0)
  })

  test('interest that was let go of stays let go of, and is asked for neither as interest nor as principal', () => {
    const waived: LoanEvent = { kind: 'waiver', on: day('02-10'), amount: yuan('0.20'), of: ['interest'] }
    const paid = repaid('02-01', '17.01')
    // Of the other 0.29 of the second period 15 of 29 days are 0.15.
    const loan = chargedOff([paid, waived], { on: '02-16', after: 'noInterest' })
    expect(shown(loan)[1]).toBe('16.66 + 0.35')
    expect(lost(loan)).toBe('83.57 + 0.15 + 0.00')
  })

  test('the fee of a period stays part of its instalment, and days are rounded half up unless agreed otherwise', () => {
    // 14 of the 29 days of 0.49 are 0.2366, of 15 0.2534; 0.58 × 29 ÷ 31 is 0.5426, 0.58 × 27 ÷ 31 is 0.5052.
    const { rounding, ...halfUp } = terms
    expect(rounding).toBe('halfEven')
    const plan = planFor({ ...halfUp, feePerPeriod: yuan('0.30') })
    const loan = {
      terms: { ...halfUp, feePerPeriod: yuan('0.30') },
      plan,
      rules: { ...defaultRules, afterChargeOff: 'noInterest' as const },
    }
    const { accounts } = replay(loan, [{ kind: 'chargeOff', on: day('01-28') }], day('01-28'))
    expect(accounts[0]?.row).toMatchObject({ interest: yuan('0.51'), total: yuan('17.31') })
  })

  test('a period paid whole on the day of the charge-off stays paid when all becomes due with another, and owes again when it runs', () => {
    const first = chargedOff([repaid('01-15', '17.01')], { on: '02-01', after: 'allDue' })
    expect(first.accounts[0]?.closedOn).toBeUndefined()
    const last = chargedOff([repaid('06-20', '110.00')], { on: '06-25', after: 'allDue' })
    expect(last.accounts.map(({ closedOn }) => closedOn)).toEqual(Array(6).fill(day('06-20')))
  })
})
