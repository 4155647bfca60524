/** Requests of one user that may be open at once, the ones that wait included. A browser opens six connections. */
const openMaxDefault = 16
/** Of these, as many are worked at once. */
const runningMaxDefault = 4

type Crowd = { open: number; readonly running: Lane; readonly orders: Map<string, Lane> }
/** One request among those that its user has open. It counts until it has left and its work has ended, so a client that hangs up gains nothing. */
export type Place = {
  leave(): void
  /** Does the work in its turn. `order` names the kind of those that change something; reads have none. */
  take<Result>(order: string | undefined, work: () => Promise<Result>): Promise<Result>
}
export type Turns = ReturnType<typeof openTurns>

/**
 * Keeps one user from slowing the others down: few of their requests are worked at once, and orders of one kind one after the other, so they never
 * wait for each other's locks in the database. More wait for their turn, up to a bound. On this process alone: several nodes let through as many each.
 */
export function openTurns({ openMax = openMaxDefault, runningMax = runningMaxDefault }: { openMax?: number; runningMax?: number } = {}) {
  const crowds = new Map<number, Crowd>()

  function join(userId: number): Crowd {
    const crowd = crowds.get(userId) ?? { open: 0, running: openLane(runningMax), orders: new Map() }
    crowds.set(userId, crowd)
    crowd.open += 1
    return crowd
  }

  function openPlace(userId: number): Place {
    let crowd = join(userId)
    let holds = 1
    const release = () => {
      holds -= 1
      if (holds > 0) return
      crowd.open -= 1
      if (crowd.open === 0) crowds.delete(userId)
    }
    let hasLeft = false
    return {
      leave() {
        if (hasLeft) return
        hasLeft = true
        release()
      },
      async take(order, work) {
        // The client may have left before its work begins.
        if (holds === 0) crowd = join(userId)
        holds += 1
        try {
          return await inTurn(crowd, order, work)
        } finally {
          release()
        }
      },
    }
  }

  return {
    /** Gives a request of a user a place; undefined where the user has too many open. */
    enter(userId: number): Place | undefined {
      if ((crowds.get(userId)?.open ?? 0) >= openMax) return undefined
      return openPlace(userId)
    },
  }
}

async function inTurn<Result>(crowd: Crowd, order: string | undefined, work: () => Promise<Result>): Promise<Result> {
  if (order === undefined) return crowd.running(work)
  const lane = crowd.orders.get(order) ?? openLane(1)
  crowd.orders.set(order, lane)
  return lane(() => crowd.running(work))
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
