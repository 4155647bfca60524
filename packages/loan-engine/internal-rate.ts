import { demand } from './engine-error.ts'

/** Money after so many steps of time; fractions of a step are allowed. */
export type TimedFlow = { readonly at: number; readonly amount: number }

/**
 * The factor v for which Σ amount × v^at is zero, when there is exactly one: flows change sign once over time, and v is any positive
 * number; or their running sum changes sign once, and v is the one below 1 (Norstrøm's criterion). Others throw
 * CASH_FLOWS_WITHOUT_PRICE. It always converges: Newton's step within a bracket that every step narrows, and halving where it leaves it.
 */
export function discountFactorOf(given: readonly TimedFlow[]): number {
  const flows = netted(given)
  const [first] = flows
  const changes = signChanges(flows.map(({ amount }) => amount))
  demand(first !== undefined && changes > 0, 'CASH_FLOWS_WITHOUT_PRICE', 'nothing is received, or nothing is paid')
  if (changes === 1) return rootOf(flows, Number.POSITIVE_INFINITY)
  let sum = 0
  const sums = flows.map(({ amount }) => (sum += amount))
  demand(signChanges(sums) === 1 && sum !== 0, 'CASH_FLOWS_WITHOUT_PRICE', 'received and paid by turns: more than one price is possible')
  return rootOf(flows, 1)
}

const newtonSteps = 60

/** The first flow has the sign that Σ has below the root; a bracket [low, high] always holds the root. */
function rootOf(flows: readonly TimedFlow[], end: number): number {
  const sign = (flows[0]?.amount ?? 0) > 0 ? 1 : -1
  let low = 0
  let high = end
  let factor = guess(flows, end)
  for (let step = 0; ; step += 1) {
    let value = 0
    let slope = 0
    for (const { at, amount } of flows) {
      const discounted = amount * factor ** at
      value += discounted
      slope += discounted * at
    }
    if (value === 0) return factor
    if (value * sign > 0) low = factor
    else high = factor
    const newton = factor - (value / slope) * factor
    const isInside = step < newtonSteps && newton > low && newton < high
    const next = isInside ? newton : high === Number.POSITIVE_INFINITY ? factor * 2 : low + (high - low) / 2
    if (Math.abs(next - factor) <= factor * 2 ** -52 || next <= low || next >= high) return isInside ? next : factor
    factor = next
  }
}

/** As if all of the one sign came at the middle time of the other: near the root for a loan paid back in parts. */
function guess(flows: readonly TimedFlow[], end: number): number {
  const sign = (flows[0]?.amount ?? 0) > 0 ? 1 : -1
  let received = 0
  let paid = 0
  let receivedTimes = 0
  let paidTimes = 0
  for (const { at, amount } of flows) {
    if (amount * sign > 0) {
      received += amount * sign
      receivedTimes += amount * sign * at
    } else {
      paid -= amount * sign
      paidTimes -= amount * sign * at
    }
  }
  const between = paidTimes / paid - receivedTimes / received
  const factor = between > 0 ? (received / paid) ** (1 / between) : 1
  return factor > 0 && factor < end ? factor : Math.min(1, end) / 2
}

/** In the order of time from the first on, one flow a time, none of zero. */
function netted(given: readonly TimedFlow[]): TimedFlow[] {
  const flows: { at: number; amount: number }[] = []
  for (const { at, amount } of [...given].sort((a, b) => a.at - b.at)) {
    const last = flows[flows.length - 1]
    if (last !== undefined && last.at === at) last.amount += amount
    else flows.push({ at, amount })
  }
  const moving = flows.filter(({ amount }) => amount !== 0)
  const start = moving[0]?.at ?? 0
  return moving.map(({ at, amount }) => ({ at: at - start, amount }))
}

function signChanges(values: readonly number[]): number {
  let changes = 0
  let last = 0
  for (const value of values) {
    if (value === 0) continue
    if (last !== 0 && value > 0 !== last > 0) changes += 1
    last = value
  }
  return changes
}
