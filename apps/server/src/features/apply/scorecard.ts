import { type Fen, fen, minFen, mulDiv } from '@fyh/base/money.ts'
import { constants, type OptionOf, studentOccupation } from '@fyh/contract/options.ts'
import type { Tier } from '#lending/lenders/lenders.ts'

/** What the decision may know. Sex, ethnic group, marital status and address are left out on purpose. */
export type Facts = {
  age: number
  education: OptionOf<'education'>
  occupation: OptionOf<'occupation'>
  trade: OptionOf<'trade'>
  income: OptionOf<'income'>
}
export type Factor = 'income' | 'occupation' | 'education' | 'trade' | 'age'
export type RefusalReason = 'student' | 'underAge' | 'overAge' | 'incomeLow' | 'employmentUnstable' | 'scoreLow'
/** Why it came out so: every factor with the value it looked at, its points and the most it can give. */
export type Explanation = {
  version: string
  score: number
  scoreMax: number
  factors: { factor: Factor; value: string; points: number; of: number }[]
}
export type Grant = { limitFen: Fen; tier: Tier }
export type Decision = { explanation: Explanation } & (
  | ({ outcome: 'approved' } & Grant)
  | { outcome: 'refused'; reasons: RefusalReason[] }
  | { outcome: 'reviewing' }
)

/** Kept with every decision; a change of any number below is a new version. */
export const scorecardVersion = '2026-02'
/** From here an application is approved at once; from `reviewFrom` it is looked at again; below it is refused. */
export const approveFrom = 180
export const reviewFrom = 120
/** What a second look asks of an application in review, and of a refused one whose borrower asked for a person. */
export const secondLookFrom = 150
export const humanLookFrom = 100
export const ageMin = 18
export const ageMax = 60

/**
 * Decides an application. Inputs that reach each outcome (age 36):
 * approved: bachelor, company employee, IT, income 8,000–12,000 (325 points);
 * reviewing, then approved: junior high, other occupation, other trade, income 5,000–8,000 (155 points);
 * reviewing, then refused: junior high, freelancer, other trade, income 3,000–5,000 (130 points);
 * refused by score, approved when a person looks: junior high, other occupation, other trade, income 3,000–5,000 (115 points);
 * refused for good: a student, or an age outside 18 to 60.
 */
export function decide(facts: Facts): Decision {
  const explanation = explain(facts)
  const hard = hardRefusals(facts)
  if (hard.length > 0) return { outcome: 'refused', reasons: hard, explanation }
  if (explanation.score >= approveFrom) return { outcome: 'approved', ...grant(facts, explanation.score), explanation }
  if (explanation.score >= reviewFrom) return { outcome: 'reviewing', explanation }
  return { outcome: 'refused', reasons: weaknesses(explanation), explanation }
}

/**
 * The second look at the same facts: a documented stand-in for the person who would take it, asking less than the first look does.
 * Whatever is refused outright stays refused.
 */
export function lookAgain(facts: Facts, asked: 'review' | 'human'): Exclude<Decision, { outcome: 'reviewing' }> {
  const explanation = explain(facts)
  const hard = hardRefusals(facts)
  if (hard.length > 0) return { outcome: 'refused', reasons: hard, explanation }
  if (explanation.score >= (asked === 'review' ? secondLookFrom : humanLookFrom))
    return { outcome: 'approved', ...grant(facts, explanation.score), explanation }
  return { outcome: 'refused', reasons: weaknesses(explanation), explanation }
}

const incomePoints = { '1': 0, '2': 40, '3': 80, '4': 120, '5': 160, '6': 200 } as const
const occupationPoints = { '1': 80, '2': 60, '3': 45, '4': 30, '5': 0, '6': 15 } as const
const educationPoints = { '01': 0, '02': 15, '03': 25, '04': 40, '05': 60, '06': 75, '07': 80 } as const
/** How steady wages of a trade are: 50 steady, 35 usual, 20 seasonal or tied to the market, 10 unknown. */
const tradePoints = {
  '1': 20,
  '2': 35,
  '3': 35,
  '4': 50,
  '5': 20,
  '6': 35,
  '7': 35,
  '8': 20,
  '9': 20,
  '10': 50,
  '11': 20,
  '12': 35,
  '13': 50,
  '14': 35,
  '15': 20,
  '16': 50,
  '17': 50,
  '18': 20,
  '19': 50,
  '20': 35,
  '21': 10,
} as const
const agePoints = [
  { from: 56, points: 15 },
  { from: 46, points: 35 },
  { from: 26, points: 50 },
  { from: 22, points: 25 },
  { from: 0, points: 0 },
] as const

function explain(facts: Facts): Explanation {
  const factors: Explanation['factors'] = [
    { factor: 'income', value: facts.income, points: incomePoints[facts.income], of: 200 },
    { factor: 'occupation', value: facts.occupation, points: occupationPoints[facts.occupation], of: 80 },
    { factor: 'education', value: facts.education, points: educationPoints[facts.education], of: 80 },
    { factor: 'trade', value: facts.trade, points: tradePoints[facts.trade], of: 50 },
    { factor: 'age', value: String(facts.age), points: agePoints.find(({ from }) => facts.age >= from)?.points ?? 0, of: 50 },
  ]
  const sum = (pick: 'points' | 'of') => factors.reduce((total, factor) => total + factor[pick], 0)
  return { version: scorecardVersion, score: sum('points'), scoreMax: sum('of'), factors }
}

function hardRefusals({ age, occupation }: Facts): RefusalReason[] {
  const reasons: RefusalReason[] = []
  if (occupation === studentOccupation) reasons.push('student')
  if (age < ageMin) reasons.push('underAge')
  if (age > ageMax) reasons.push('overAge')
  return reasons
}

/** Whether waiting changes none of the reasons of a refusal, such as an age above the limit. */
export const isForGood = (reasons: readonly string[]): boolean => reasons.includes('overAge' satisfies RefusalReason)

/** The reasons a low score is told with: a factor counts as one when it gave less than a third of what it could. */
function weaknesses({ factors }: Explanation): RefusalReason[] {
  const isWeak = (name: Factor) => factors.some(({ factor, points, of }) => factor === name && points * 3 < of)
  const reasons: RefusalReason[] = []
  if (isWeak('income')) reasons.push('incomeLow')
  if (isWeak('occupation')) reasons.push('employmentUnstable')
  return reasons.length > 0 ? reasons : ['scoreLow']
}

/** A month's income as reckoned for each class: cautious figures, in fen. */
const incomeFen = { '1': 200_000, '2': 350_000, '3': 600_000, '4': 950_000, '5': 1_500_000, '6': 2_500_000 } as const
/** Better scores get a cheaper price tier and more months of income, counted in tenths. What a tier costs is each product's matter. */
const grades = [
  { from: 400, tier: 'A', months10: 80 },
  { from: 350, tier: 'B', months10: 60 },
  { from: 300, tier: 'C', months10: 50 },
  { from: 240, tier: 'D', months10: 40 },
  { from: 180, tier: 'E', months10: 25 },
  { from: 0, tier: 'F', months10: 10 },
] as const
const lowestGrade = grades[5]

/** Months of income by tier, cut to whole hundreds of yuan and to what the product lends at most. */
function grant({ income }: Facts, score: number): Grant {
  const { tier, months10 } = grades.find(({ from }) => score >= from) ?? lowestGrade
  const hundreds = mulDiv({ value: incomeFen[income], times: months10, over: 10 * constants.amountStepFen, rounding: 'down' })
  return {
    limitFen: minFen(fen(hundreds * constants.amountStepFen), fen(constants.amountMaxFen)),
    tier,
  }
}
