import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100

/**
 * Seconds of processor time that a process and its children have used, those that have ended too; from /proc, so NaN elsewhere. Other work on the
 * machine takes no share of it, as it does of the time on the clock.
 */
export function cpuSeconds(pid: number): number {
  const own = statOf(pid)
  if (own === undefined) return Number.NaN
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid)
  const ticks = own.ticks + own.endedTicks + children.reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0)
  return ticks / ticksPerSecond
}

/** The fields behind the name of the program, which may hold anything: proc_pid_stat(5). */
function statOf(pid: number): { readonly parent: number; readonly ticks: number; readonly endedTicks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { parent, ticks: user + system, endedTicks: endedUser + endedSystem }
  } catch {
    return undefined
  }
}
