import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { randomText } from '@fyh/base/ids.ts'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import type { Logger } from '@fyh/serve/log.ts'
import type { Config } from './config.ts'

export type NodeLease = { release(): Promise<void> }

type Row = { holder: string; host: string; pid: number; renewed: string }
type LeaseSettings = {
  readonly config: Pick<Config, 'database' | 'nodeId'>
  readonly log: Logger
  /** The marks of the keys that this process writes with. */
  readonly keyMarks: readonly Buffer[]
  /** Called when another process has taken the number: this one must make no more ids. */
  readonly onLost: () => void
  readonly renewMs?: number
  readonly lifeMs?: number
  /** Another process than this one, for tests. */
  readonly self?: { readonly host: string; readonly pid: number }
}

const lookAgainMs = 300
/** A lease that was not renewed for this long is free. */
export const leaseLifeMs = 15_000

/**
 * Takes the node number of this process in the database and keeps it until it is released. Throws when a process that lives has it. The lease of a
 * process that was killed is free at once where that can be seen, on the same machine, and else when it was not renewed for its life.
 */
export async function takeNodeLease(settings: LeaseSettings): Promise<NodeLease> {
  const {
    config,
    log,
    keyMarks,
    onLost,
    renewMs = 4_000,
    lifeMs = leaseLifeMs,
    self = { host: machineName(), pid: process.pid },
  } = settings
  const pool = openPool({ ...config.database, max: 1, applicationName: 'fyh-node-lease', onBroken: () => undefined })
  const lease = { nodeId: config.nodeId, holder: randomText(20), keyMarks, ...self }
  try {
    await take(pool, lease, lifeMs, log)
  } catch (error) {
    await pool.end()
    throw error
  }
  let lost = false
  const timer = setInterval(renew, renewMs).unref()

  async function renew(): Promise<void> {
    try {
      const { rowCount } = await pool.query('update node_lease set renewed_at = clock_timestamp() where node_id = $1 and holder = $2', [
        lease.nodeId,
        lease.holder,
      ])
      if (rowCount === 1 || lost) return
      lost = true
      clearInterval(timer)
      log.error({ nodeId: lease.nodeId }, 'another process took the node number of this one')
      onLost()
    } catch (error) {
      log.warn({ err: error, nodeId: lease.nodeId }, 'the lease of the node number could not be renewed')
    }
  }

  return {
    async release() {
      clearInterval(timer)
      await pool.query('delete from node_lease where node_id = $1 and holder = $2', [lease.nodeId, lease.holder]).catch(() => undefined)
      await pool.end()
    },
  }
}

type Lease = {
  readonly nodeId: number
  readonly holder: string
  readonly host: string
  readonly pid: number
  readonly keyMarks: readonly Buffer[]
}

async function take(pool: Pool, lease: Lease, lifeMs: number, log: Logger): Promise<void> {
  let seen: Row | undefined
  for (;;) {
    if (await takeFree(pool, lease, lifeMs, seen !== undefined && isDead(seen, lease) ? seen.holder : null)) return
    const row = await holderOf(pool, lease.nodeId)
    if (row !== undefined && seen?.holder === row.holder && seen.renewed !== row.renewed)
      throw new Error(
        `NODE_ID ${lease.nodeId} is in use by process ${row.pid} on ${row.host}. Give each process on this database a NODE_ID of its own.`,
      )
    if (row !== undefined && seen === undefined)
      log.info({ nodeId: lease.nodeId }, 'the node number is held by another process; checking whether it is alive')
    // The first row is kept: whether it is renewed decides.
    if (seen?.holder !== row?.holder) seen = row
    else if (row !== undefined && !isDead(row, lease)) await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }
}

/** In one statement, so of two that find a lease free one gets it. `dead` names a holder whose process is gone. */
async function takeFree(pool: Pool, { nodeId, holder, host, pid, keyMarks }: Lease, lifeMs: number, dead: string | null): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into node_lease (node_id, holder, host, pid, renewed_at, key_marks) values ($1, $2, $3, $4, clock_timestamp(), $7)
     on conflict (node_id) do update
       set holder = excluded.holder, host = excluded.host, pid = excluded.pid, renewed_at = excluded.renewed_at, key_marks = excluded.key_marks
       where node_lease.holder = $6 or node_lease.renewed_at < clock_timestamp() - make_interval(secs => $5::float8 / 1000)`,
    [nodeId, holder, host, pid, lifeMs, dead, keyMarks],
  )
  return rowCount === 1
}

async function holderOf(pool: Pool, nodeId: number): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>('select holder, host, pid, renewed_at::text as renewed from node_lease where node_id = $1', [
    nodeId,
  ])
  return rows[0]
}

/** A process on another machine counts as alive. A holder with the PID of this process is a former process whose PID was reused. */
function isDead({ host, pid }: Row, self: Lease): boolean {
  if (host !== self.host) return false
  if (pid === self.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/**
 * Containers may share a host name but not PIDs, so the name includes the PID namespace. Cloned machines share both, so it includes what the kernel drew at
 * its start.
 */
function machineName(): string {
  const parts = [() => readlinkSync('/proc/self/ns/pid'), () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()]
  return [hostname(), ...parts.flatMap(readable)].join(' ')
}

function readable(read: () => string): string[] {
  try {
    return [read()]
  } catch {
    return []
  }
}
