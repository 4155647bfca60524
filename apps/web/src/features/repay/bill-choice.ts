import { addFen, type Fen, zeroFen } from '@fyh/base/money.ts'
import type { Bill, LoanBills } from './repay.queries.ts'

/** How far each loan is chosen: the last instalment to pay, by loan. Older ones of the loan are always paid with it. */
export type Choice = ReadonlyMap<number, number>

/** What can be chosen: instalments payable now, unless a debit of their loan is under way. */
export const isPayable = ({ payNowFen, runningRepaymentId }: Bill): boolean => payNowFen !== null && runningRepaymentId === null

const payableOf = (bills: readonly Bill[], loanId: number): readonly Bill[] =>
  bills.filter((bill) => bill.loanId === loanId && isPayable(bill)).sort((a, b) => a.period - b.period)

const lastOf = (bills: readonly Bill[]): Bill | undefined => bills[bills.length - 1]
const sumOf = (bills: readonly Bill[]): Fen => addFen(zeroFen, ...bills.map(({ total }) => total))

export const isChosen = (choice: Choice, { loanId, period }: Bill): boolean => (choice.get(loanId) ?? 0) >= period

/** Chooses an instalment with the older ones of its loan, or leaves it out with the later ones. A loan that paying settles is chosen whole. */
export function toggled(choice: Choice, bills: readonly Bill[], bill: Bill): Choice {
  const { loanId, period, payNowFen } = bill
  const payable = payableOf(bills, loanId)
  const isWhole = sumOf(payable) !== payNowFen
  const before = isWhole ? undefined : lastOf(payable.filter((other) => other.period < period))?.period
  const upTo = isChosen(choice, bill) ? before : isWhole ? lastOf(payable)?.period : period
  const others = [...choice].filter(([other]) => other !== loanId)
  return new Map(upTo === undefined ? others : [...others, [loanId, upTo]])
}

export const everything = (bills: readonly Bill[]): Choice =>
  new Map(bills.filter(isPayable).map(({ loanId }) => [loanId, lastOf(payableOf(bills, loanId))?.period ?? 0]))

type Chosen = LoanBills & { readonly bills: readonly Bill[]; readonly isAll: boolean }

/** What is paid of each loan, and the instalments it is made of; loans of which nothing can be paid any more are left out. */
export function chosenBills(choice: Choice, bills: readonly Bill[]): readonly Chosen[] {
  return [...choice].flatMap(([loanId, upTo]) => {
    const payable = payableOf(bills, loanId)
    const chosen = payable.filter(({ period }) => period <= upTo)
    const last = lastOf(chosen)
    if (last === undefined) return []
    const isAll = chosen.length === payable.length
    return [{ loanId, upToPeriod: last.period, amountFen: isAll ? (last.payNowFen ?? zeroFen) : sumOf(chosen), bills: chosen, isAll }]
  })
}

export const totalOf = (chosen: readonly LoanBills[]): Fen => addFen(zeroFen, ...chosen.map(({ amountFen }) => amountFen))

/** A choice as an address holds it: '7.2_9.1'. */
export const choiceText = (choice: Choice): string => [...choice].map(([loanId, upTo]) => `${loanId}.${upTo}`).join('_')

/** The choice that an address holds; empty where it holds none. */
export function choiceOf(text: string | null): Choice {
  const pairs = (text ?? '').split('_').map((pair) => /^(\d{1,15})\.(\d{1,3})$/.exec(pair))
  return new Map(pairs.flatMap((pair) => (pair === null ? [] : [[Number(pair[1]), Number(pair[2])] as const])))
}
