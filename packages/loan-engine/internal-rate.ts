import { demand } from './engine-error.ts'

/** Money after so many steps of time; fractions of a step are allowed. Both lists have one entry a flow, in any order. */
export type TimedFlows = { readonly times: readonly number[]; readonly amounts: readonly number[] }

/**
 * The factor v for which Σ amount × v^time is zero, when there is exactly one: flows change sign once over time, and v is any positive
 * number; or their running sum changes sign once, and v is the one below 1 (Norstrøm's criterion). Others throw
 * CASH_FLOWS_WITHOUT_PRICE. It always converges: Newton's step within a bracket that every step narrows, and halving where it leaves it.
 */
export function discountFactorOf(given: TimedFlows): number {
  const flows = isInOrder(given) ? given : inOrder(given)
  const changes = signChanges(flows.amounts)
  demand(changes > 0, 'CASH_FLOWS_WITHOUT_PRICE', 'nothing is received, or nothing is paid')
  if (changes === 1) return rootOf(flows, Number.POSITIVE_INFINITY)
  let sum = 0
  const sums = flows.amounts.map((amount) => {
    sum += amount
    return sum
  })
  demand(signChanges(sums) === 1 && sum !== 0, 'CASH_FLOWS_WITHOUT_PRICE', 'received and paid by turns: more than one price is possible')
  return rootOf(flows, 1)
}

const newtonSteps = 60
/** A step of Newton's this small leaves an error of about its square. */
const smallStep = 1e-10

/** The first flow has the sign that Σ has below the root; a bracket [low, high] always holds the root. */
function rootOf({ times, amounts }: TimedFlows, end: number): number {
  const last = amounts.length - 1
  const sign = (amounts[0] ?? 0) > 0 ? 1 : -1
  let low = 0
  let high = end
  let factor = guess({ times, amounts }, sign, end)
  for (let step = 0; ; step += 1) {
    // Σ and its slope from the last flow back to the first, one multiplication a step of time.
    let value = amounts[last] ?? 0
    let slope = 0
    for (let k = last - 1; k >= 0; k -= 1) {
      const gap = (times[k + 1] ?? 0) - (times[k] ?? 0)
      const over = gap === 1 ? factor : factor ** gap
      slope = slope * over + (gap === 1 ? value : (value * gap * over) / factor)
      value = value * over + (amounts[k] ?? 0)
    }
    if (value * sign > 0) low = factor
    else high = factor
    const newton = factor - value / slope
    const isInside = step < newtonSteps && newton > low && newton < high
    if (value === 0 || (isInside && Math.abs(newton - factor) <= factor * smallStep)) return value === 0 ? factor : newton
    const next = isInside ? newton : high === Number.POSITIVE_INFINITY ? factor * 2 : low + (high - low) / 2
    if (next <= low || next >= high) return factor
    factor = next
  }
}

/** As if all of the one sign came at the middle time of the other: near the root for a loan paid back in parts. */
function guess({ times, amounts }: TimedFlows, sign: number, end: number): number {
  const start = times[0] ?? 0
  let received = 0
  let paid = 0
  let receivedTimes = 0
  let paidTimes = 0
  for (let k = 0; k < amounts.length; k += 1) {
    const amount = (amounts[k] ?? 0) * sign
    const at = (times[k] ?? 0) - start
    if (amount > 0) {
      received += amount
      receivedTimes += amount * at
    } else {
      paid -= amount
      paidTimes -= amount * at
    }
  }
  const between = paidTimes / paid - receivedTimes / received
  const factor = between > 0 ? (received / paid) ** (1 / between) : 1
  return factor > 0 && factor < end ? factor : Math.min(1, end) / 2
}

function isInOrder({ times, amounts }: TimedFlows): boolean {
  for (let k = 0; k < times.length; k += 1) {
    if (amounts[k] === 0) return false
    if (k > 0 && (times[k] ?? 0) <= (times[k - 1] ?? 0)) return false
  }
  return true
}

/** In the order of time, one flow a time, none of zero. */
function inOrder({ times, amounts }: TimedFlows): TimedFlows {
  const sums = new Map<number, number>()
  times.forEach((at, k) => {
    sums.set(at, (sums.get(at) ?? 0) + (amounts[k] ?? 0))
  })
  const moving = [...sums].filter(([, amount]) => amount !== 0).sort(([a], [b]) => a - b)
  return { times: moving.map(([at]) => at), amounts: moving.map(([, amount]) => amount) }
}

function signChanges(values: readonly number[]): number {
  let changes = 0
  let last = 0
  for (let k = 0; k < values.length; k += 1) {
    const value = values[k] ?? 0
    if (value === 0) continue
    if (last !== 0 && value > 0 !== last > 0) changes += 1
    last = value
  }
  return changes
}
