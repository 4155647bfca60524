import { assert } from '@fyh/base/assert.ts'
import type { Logger } from '@fyh/serve/log.ts'
import { fromKysely, type JobResult, PgBoss, type Queue } from 'pg-boss'
import type { Db, Tx } from './deps.ts'

/** What a job is handed: ids only. Personal data stays in its sealed columns, not in a queue. */
export type JobData = Readonly<Record<string, string | number | boolean | null>>

export type Job = {
  /** Runs at least once, so it is written to be harmless when run again. Throwing brings another try, later. */
  work(data: unknown): Promise<void>
  /** Also runs by itself, at most once in so many seconds over all nodes. */
  readonly every?: number
}
/** Jobs by name, `<slice>.<act>`. */
export type JobTable = Readonly<Record<string, Job>>

export type Jobs = {
  /** Sends with the transaction: the job runs when that commits, and never when it rolls back. */
  send(tx: Tx | Db, name: string, data: JobData, options?: { readonly afterSeconds?: number }): Promise<void>
  /** The same for many of one name, in one statement. */
  sendMany(tx: Tx | Db, name: string, data: readonly JobData[]): Promise<void>
}
export type JobRunner = Jobs & {
  /** Makes the queues known; sending needs that, also in a process that works none. */
  open(table: JobTable): Promise<void>
  /** Starts to work them. */
  work(): Promise<void>
  /** Works everything that is due (`early`: also what waits for its next try), here and now, until nothing is left. For tests. */
  drain(options?: { readonly early?: boolean }): Promise<void>
  /** Lets running jobs finish for a moment; what is cut off runs again later. */
  stop(options?: { readonly patienceMs?: number }): Promise<void>
}

const retries: Omit<Queue, 'name'> = {
  retryLimit: 12,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 60,
  deleteAfterSeconds: 3 * 86_400,
  notify: true,
}

/** The next round does what a failed one left, and finished rounds are not worth keeping. */
const rounds: Omit<Queue, 'name'> = { ...retries, retryLimit: 0, deleteAfterSeconds: 600 }

/**
 * A worker that got a full handful looks again at once, so that many jobs sent together are worked one after the other
 * without a wait; what nobody wakes it for (a retry that has become due) it finds within five seconds.
 */
const workers = {
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
  localConcurrency: 2,
  batchSize: 4,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

/** Jobs on the same database, in a schema of their own. `supervised` keeps the queues tidy and wakes workers at once. */
export function openJobs({ url, log, supervised = true }: { url: string; log: Logger; supervised?: boolean }): JobRunner {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'pgboss',
    application_name: 'fyh-jobs',
    max: 3,
    schedule: false,
    supervise: supervised,
    useListenNotify: supervised,
    registerInstance: false,
    openTelemetry: { enabled: false },
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue reported an error'))
  const timers: NodeJS.Timeout[] = []
  let table: JobTable = {}

  return {
    async open(declared) {
      table = declared
      await boss.start()
      for (const [name, { every }] of Object.entries(table)) await boss.createQueue(name, every === undefined ? retries : rounds)
    },
    async send(tx, name, data, { afterSeconds } = {}) {
      assert(name in table, `no job is called ${name}`)
      await boss.send(name, data, { db: fromKysely(tx), ...(afterSeconds !== undefined && { startAfter: afterSeconds }) })
    },
    async sendMany(tx, name, data) {
      assert(name in table, `no job is called ${name}`)
      if (data.length === 0) return
      await boss.insert(
        name,
        data.map((one) => ({ data: one })),
        { db: fromKysely(tx) },
      )
    },
    async work() {
      for (const [name, job] of Object.entries(table)) {
        await boss.work(name, workers, (found) => Promise.all(found.map((one) => runOne(name, job, one, log))))
        if (job.every !== undefined) timers.push(repeatedly(name, job.every))
      }
    },
    async drain({ early = false } = {}) {
      for (let idle = 0; idle < Object.keys(table).length; ) {
        idle = 0
        for (const [name, job] of Object.entries(table)) if ((await drainQueue(name, job, early)) === 0) idle += 1
      }
    },
    async stop({ patienceMs = 1_500 } = {}) {
      for (const timer of timers) clearInterval(timer)
      await boss.stop({ graceful: true, timeout: Math.max(1_000, patienceMs) })
    },
  }

  function repeatedly(name: string, seconds: number): NodeJS.Timeout {
    const sendOne = () =>
      boss
        .send(name, {}, { singletonKey: 'every', singletonSeconds: seconds })
        .catch((error: unknown) => log.error({ err: error, job: name }, 'a periodic job could not be sent'))
    void sendOne()
    return setInterval(sendOne, seconds * 1_000)
  }

  async function drainQueue(name: string, job: Job, early: boolean): Promise<number> {
    const found = await boss.fetch(name, { batchSize: 50, ignoreStartAfter: early })
    for (const one of found) {
      try {
        await job.work(one.data)
        await boss.complete(name, one.id)
      } catch (error) {
        log.error({ err: error, job: name }, 'a job failed')
        await boss.fail(name, one.id)
      }
    }
    return found.length
  }
}

async function runOne(name: string, job: Job, { id, data }: { id: string; data: unknown }, log: Logger): Promise<JobResult> {
  try {
    await job.work(data)
    return { id, status: 'completed' }
  } catch (error) {
    log.error({ err: error, job: name }, 'a job failed and will be retried')
    return { id, status: 'failed' }
  }
}
