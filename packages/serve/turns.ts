/** Requests of one user that may be open at once, the ones that wait included. A browser opens six connections. */
const openMaxDefault = 16
/** Of these, as many are worked at once. */
const runningMaxDefault = 4

type Crowd = { open: number; readonly running: Lane; readonly orders: Map<string, Lane> }
export type Turns = ReturnType<typeof openTurns>

/**
 * Keeps one user from slowing the others down: few of their requests are worked at once, and orders of one kind one after the other, so they never
 * wait for each other's locks in the database. More wait for their turn, up to a bound. On this process alone: several nodes let through as many each.
 */
export function openTurns({ openMax = openMaxDefault, runningMax = runningMaxDefault }: { openMax?: number; runningMax?: number } = {}) {
  const crowds = new Map<number, Crowd>()

  return {
    /** Counts a request of a user until the function that it returns is called; undefined where the user has too many open. */
    enter(userId: number): (() => void) | undefined {
      const crowd = crowds.get(userId) ?? { open: 0, running: openLane(runningMax), orders: new Map() }
      if (crowd.open >= openMax) return undefined
      crowds.set(userId, crowd)
      crowd.open += 1
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        crowd.open -= 1
        if (crowd.open === 0) crowds.delete(userId)
      }
    },
    /** Does the work in its turn. `order` names the kind of those that change something; reads have none. */
    async take<Result>(userId: number, order: string | undefined, work: () => Promise<Result>): Promise<Result> {
      const crowd = crowds.get(userId)
      if (crowd === undefined) return work()
      if (order === undefined) return crowd.running(work)
      const lane = crowd.orders.get(order) ?? openLane(1)
      crowd.orders.set(order, lane)
      return lane(() => crowd.running(work))
    },
  }
}

type Lane = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Lets so many pieces of work run at once; the others begin in the order in which they came. */
function openLane(atOnce: number): Lane {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((begin) => waiting.push(begin))
    else running += 1
    try {
      return await work()
    } finally {
      // Hands the place to the longest-waiting call, so that a new call cannot overtake it.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
