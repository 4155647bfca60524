import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { isPostmasterOf, readPostmaster } from '../tools/postgres/postmaster.ts'
import { addressOfRunning } from '../tools/postgres/running.ts'
import { makeTestFolder } from '../tools/postgres/test-folder.ts'
import { sharedTest } from './harness.ts'
import { type Stack, startStack } from './stack.ts'
import { openTraceWay, type TraceWay } from './trace-way.ts'

const stored = z.object({
  event: z.string(),
  action: z.string(),
  page: z.string(),
  event_id: z.string(),
  extra: z.record(z.string(), z.unknown()),
})
export type Stored = z.infer<typeof stored>

type Traced = {
  readonly way: TraceWay
  readonly ask: (sql: string, values: readonly unknown[]) => Promise<unknown[]>
  /** kill -9 of the database server that holds the events. */
  readonly killDatabase: () => void
}

/**
 * A product whose pages reach the trace backend over a way that is watched and can be broken. `eventsOf` and
 * `funnelOf` read from the trace database what was stored and counted of a channel, which a test takes for itself alone.
 */
export const test = sharedTest.extend<
  { way: TraceWay; eventsOf: (channel: string) => Promise<Stored[]>; funnelOf: (channel: string) => Promise<Record<string, number>> },
  { traced: Traced; shared: Stack; place: { dataDir: string; way: TraceWay } }
>({
  place: [
    async ({ browserName: _ }, use) => {
      const dataDir = makeTestFolder('fyh-e2e-')
      const way = await openTraceWay()
      await use({ dataDir, way })
      await way.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  shared: [
    async ({ place }, use) => {
      const stack = await startStack({
        SMS_WAIT_SECONDS: '1',
        REVIEW_SECONDS: '2',
        DATA_DIR: place.dataDir,
        TRACE_PUBLIC_URL: place.way.url,
        // Its server is killed, so no other product may be on it.
        TRACE_DATABASE_URL: '',
      })
      place.way.leadTo(stack.trace)
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker' },
  ],
  traced: [
    async ({ place: { dataDir, way }, shared: _ }, use) => {
      const folder = join(dataDir, 'postgres-trace')
      await use({
        way,
        ask: async (sql, values) => {
          const client = new pg.Client({ connectionString: addressOfRunning(folder, 'fyh_trace') })
          await client.connect()
          return client
            .query(sql, [...values])
            .then(({ rows }) => rows)
            .finally(() => client.end())
        },
        killDatabase: () => {
          const pid = readPostmaster(folder)?.pid
          if (pid !== undefined && isPostmasterOf(pid, folder)) process.kill(pid, 'SIGKILL')
        },
      })
    },
    { scope: 'worker' },
  ],
  way: async ({ traced }, use) => {
    traced.way.become('open')
    traced.way.passed.length = 0
    await use(traced.way)
  },
  eventsOf: async ({ traced }, use) => {
    await use(async (channel) => {
      const columns = 'event, action, page, event_id, extra'
      const rows = await traced.ask(`select ${columns} from trace.event_in_full where channel = $1 order by happened_at, seq`, [channel])
      return rows.map((row) => stored.parse(row))
    })
  },
  funnelOf: async ({ traced }, use) => {
    await use(async (channel) => {
      const text = "select step, sum(people)::integer as people from trace.funnel_count where channel = $1 and step !~ '>' group by step"
      const rows = z.array(z.object({ step: z.string(), people: z.int() })).parse(await traced.ask(text, [channel]))
      return Object.fromEntries(rows.map(({ step, people }) => [step, people]))
    })
  },
})
export { expect } from './harness.ts'
