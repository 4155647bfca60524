import { constants, options } from '@fyh/contract/options.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tiers } from '#lending/lenders/lenders.ts'
import { approveFrom, decide, type Facts, humanLookFrom, lookAgain, reviewFrom, scorecardVersion, secondLookFrom } from './scorecard.ts'

const good: Facts = { age: 36, education: '05', occupation: '2', trade: '7', income: '4' }
const low: Facts = { age: 36, education: '01', occupation: '6', trade: '21', income: '2' }

const anyFacts = fc.record({
  age: fc.integer({ min: 0, max: 110 }),
  education: fc.constantFrom(...options.education),
  occupation: fc.constantFrom(...options.occupation),
  trade: fc.constantFrom(...options.trade),
  income: fc.constantFrom(...options.income),
})
const limitOf = (facts: Facts) => {
  const decision = decide(facts)
  return decision.outcome === 'approved' ? decision.limitFen : 0
}
const rank = { refused: 0, reviewing: 1, approved: 2 }

describe('the documented inputs reach every outcome', () => {
  test.each<[string, Facts, number, string]>([
    ['bachelor, company employee, IT, 8,000–12,000', good, 325, 'approved'],
    ['junior high, other, other, 5,000–8,000', { ...low, income: '3' }, 155, 'reviewing'],
    ['junior high, freelancer, other, 3,000–5,000', { ...low, occupation: '4' }, 130, 'reviewing'],
    ['junior high, other, other, 3,000–5,000', low, 115, 'refused'],
    ['a student', { ...good, occupation: '5' }, 265, 'refused'],
  ])('%s', (_, facts, score, outcome) => {
    expect(decide(facts)).toMatchObject({ outcome, explanation: { version: scorecardVersion, score } })
  })

  test('an approval names limit and price tier', () => {
    expect(decide(good)).toMatchObject({ limitFen: 4_750_000, tier: 'C' })
    expect(decide({ age: 40, education: '07', occupation: '1', trade: '16', income: '6' })).toMatchObject({
      limitFen: 20_000_000,
      tier: 'A',
    })
  })

  test('a review is approved or refused at the second look', () => {
    expect(lookAgain({ ...low, income: '3' }, 'review')).toMatchObject({ outcome: 'approved', limitFen: 600_000, tier: 'F' })
    expect(lookAgain({ ...low, occupation: '4' }, 'review')).toMatchObject({ outcome: 'refused', reasons: ['incomeLow'] })
  })

  test('a person may approve what the score refused, but not what the rules refuse', () => {
    expect(lookAgain(low, 'human')).toMatchObject({ outcome: 'approved', limitFen: 350_000 })
    expect(lookAgain({ ...low, income: '1' }, 'human')).toMatchObject({ outcome: 'refused', reasons: ['incomeLow', 'employmentUnstable'] })
    expect(lookAgain({ ...good, occupation: '5' }, 'human')).toMatchObject({ outcome: 'refused', reasons: ['student'] })
  })
})

describe('hard refusals', () => {
  test.each([
    [17, ['underAge']],
    [18, undefined],
    [60, undefined],
    [61, ['overAge']],
  ])('at the age of %i', (age, reasons) => {
    const decision = decide({ ...good, age })
    expect(decision.outcome === 'refused' ? decision.reasons : undefined).toEqual(reasons)
  })

  test('a student over 60 is told both reasons', () => {
    expect(decide({ ...good, age: 61, occupation: '5' })).toMatchObject({ reasons: ['student', 'overAge'] })
  })
})

describe('for any facts', () => {
  test('more income never worsens the outcome, lowers the limit or raises the price', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const steps = options.income.map((income) => decide({ ...facts, income }))
        for (const [index, higher] of steps.entries()) {
          const lower = steps[index - 1]
          if (lower === undefined) continue
          expect(rank[higher.outcome]).toBeGreaterThanOrEqual(rank[lower.outcome])
          if (lower.outcome !== 'approved' || higher.outcome !== 'approved') continue
          expect(higher.limitFen).toBeGreaterThanOrEqual(lower.limitFen)
          expect(tiers.indexOf(higher.tier)).toBeLessThanOrEqual(tiers.indexOf(lower.tier))
        }
      }),
    )
  })

  test('more education never worsens outcome or limit', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const limits = options.education.map((education) => limitOf({ ...facts, education }))
        expect(limits).toEqual(limits.toSorted((a, b) => a - b))
      }),
    )
  })

  test('an approval is a limit of 500 to 200,000 yuan in hundreds, and a tier', () => {
    fc.assert(
      fc.property(anyFacts, fc.constantFrom('review', 'human'), (facts, asked) => {
        for (const decision of [decide(facts), lookAgain(facts, asked)]) {
          if (decision.outcome !== 'approved') continue
          expect(decision.limitFen).toBeGreaterThanOrEqual(constants.amountMinFen)
          expect(decision.limitFen).toBeLessThanOrEqual(constants.amountMaxFen)
          expect(decision.limitFen % constants.amountStepFen).toBe(0)
          expect(tiers).toContain(decision.tier)
        }
      }),
    )
  })

  test('the score is the sum of its factors, and the same facts give the same decision', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { explanation } = decide(facts)
        expect(explanation.factors.reduce((sum, { points }) => sum + points, 0)).toBe(explanation.score)
        expect(explanation.factors.every(({ points, of }) => points >= 0 && points <= of)).toBe(true)
        expect(explanation.score).toBeLessThanOrEqual(explanation.scoreMax)
        expect(decide({ ...facts })).toEqual(decide(facts))
      }),
    )
  })

  test('every refusal has a reason, and a second look never refuses what the first approved', () => {
    fc.assert(
      fc.property(anyFacts, fc.constantFrom('review', 'human'), (facts, asked) => {
        const first = decide(facts)
        const second = lookAgain(facts, asked)
        if (first.outcome === 'refused') expect(first.reasons.length).toBeGreaterThan(0)
        if (second.outcome === 'refused') expect(second.reasons.length).toBeGreaterThan(0)
        expect(rank[second.outcome]).toBeGreaterThanOrEqual(first.outcome === 'approved' ? rank.approved : 0)
      }),
    )
  })

  test('students, minors and people over 60 are never approved, at either look', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        if (facts.occupation !== '5' && facts.age >= 18 && facts.age <= 60) return
        expect(decide(facts).outcome).toBe('refused')
        expect(lookAgain(facts, 'human').outcome).toBe('refused')
      }),
    )
  })
})

test('the thresholds stand in their order', () => {
  expect([humanLookFrom, reviewFrom, secondLookFrom, approveFrom]).toEqual([100, 120, 150, 180])
})
