/**
 * Two times. `now` is business time, which development may move: due days, expiry of limits, overdue, message dates.
 * `machineNow` is the machine's own time, which nobody moves: sessions, SMS codes, rate limits, signatures, leases, retries.
 */
export type Clock = {
  now(): Date
  machineNow(): Date
}

/** A function for the offset lets a stored offset that changes be followed. */
export function systemClock(offsetMs: number | (() => number) = 0): Clock {
  const offset = typeof offsetMs === 'function' ? offsetMs : () => offsetMs
  return {
    now: () => new Date(Date.now() + offset()),
    machineNow: () => new Date(),
  }
}

export type FixedClock = Clock & {
  /** Moves business time alone, as the development clock does. */
  moveTo(at: Date | string): void
  moveMachineTo(at: Date | string): void
  /** Lets both times pass. */
  pass(ms: number): void
}

/** Stands still until a test moves it. Texts are instants such as '2026-03-15T23:59:59+08:00'; machine time starts at the same instant unless told. */
export function fixedClock(at: Date | string, machineAt: Date | string = at): FixedClock {
  let business = instantOf(at)
  let machine = instantOf(machineAt)
  return {
    now: () => new Date(business),
    machineNow: () => new Date(machine),
    moveTo(to) {
      business = instantOf(to)
    },
    moveMachineTo(to) {
      machine = instantOf(to)
    },
    pass(ms) {
      business += ms
      machine += ms
    },
  }
}

function instantOf(at: Date | string): number {
  const ms = new Date(at).getTime()
  if (Number.isNaN(ms)) throw new Error(`not an instant: ${String(at)}`)
  return ms
}
