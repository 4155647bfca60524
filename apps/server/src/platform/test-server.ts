import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { assert } from '@fyh/base/assert.ts'
import { fixedClock } from '@fyh/base/clock.ts'
import { civilDate, instantAt } from '@fyh/base/dates.ts'
import { lenderParty } from '@fyh/base/lender-party.ts'
import { type Api, api, type Slice } from '@fyh/contract/api.ts'
import type { DataOf, Endpoint, Envelope, RequestOf } from '@fyh/contract/endpoint.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { constants } from '@fyh/contract/options.ts'
import { type Logger, makeLog } from '@fyh/serve/log.ts'
import { sign } from '@fyh/serve/signed.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { testDatabase } from '../../../../tools/postgres/test-database.ts'
import { createApp } from '../app.ts'
import { scriptedProviders } from '../providers/scripted.ts'
import type { Notice } from '../providers/scripted-money.ts'
import { readConfig } from './config.ts'
import type { JobData } from './jobs.ts'
import { type BorrowerProgress, makeBorrower } from './test-borrower.ts'

export type TestServer = Awaited<ReturnType<typeof testServer>>

export type Caller = {
  readonly token?: string
  /** Idempotency-Key. */
  readonly key?: string
  readonly language?: Language
  readonly headers?: Readonly<Record<string, string>>
  /** The network address it comes from. */
  readonly address?: string
}
/** Calls an endpoint by name; data that differs from what the contract declares fails the test. */
export type Call = <S extends Slice, N extends keyof Api[S] & string>(
  slice: S,
  name: N,
  request: RequestOf<Api[S][N]>,
  caller?: Caller,
) => Promise<Envelope<DataOf<Api[S][N]>>>

type Surroundings = {
  /** The business and machine date at the start; it is ten in the morning. */
  readonly today?: string
  /** Settings by their environment names. */
  readonly settings?: Readonly<Record<string, string>>
  readonly log?: Logger
}
const migrations = join(import.meta.dirname, '../../migrations')

/** A whole server on a database of its own, with scripted outside parties and a clock that stands still. Jobs run when told: `runJobs`. */
export async function testServer({
  today = '2026-11-27',
  settings = {},
  log = makeLog({ name: 'test', level: 'silent' }),
}: Surroundings = {}) {
  const database = await testDatabase({ migrations })
  const config = readConfig({
    DATABASE_URL: database.url,
    FIELD_KEY: 'a key for fields in tests, not a secret',
    INDEX_KEY: 'a key for indexes in tests, not a secret',
    VENDOR_SECRET: 'a key for vendors in tests, not a secret',
    DEV_TOOLS: '1',
    SMS_ADDRESS_DAILY_MAX: '30',
    // Requests that come at once meet in the database, as those of several nodes do.
    USER_REQUESTS_MAX: '0',
    // Nothing listens there: a test that needs the trace backend names its own.
    TRACE_URL: 'http://127.0.0.1:9',
    ...settings,
  })
  const providers = scriptedProviders()
  const machine = fixedClock(instantAt(civilDate(today), '10:00:00'))
  const app = await createApp({ config, log, providers, machine, superviseJobs: false })

  let borrowers = 0

  return {
    ...app,
    db: app.deps.db,
    providers,
    /** Machine time, which business time follows. */
    machine,
    call,
    inject: app.http.inject.bind(app.http),
    runJobs: () => app.jobs.drain(),
    /** Works the jobs whose next try is still ahead, without waiting for it. */
    retryJobs: () => app.jobs.drain({ early: true }),
    jobRows: () =>
      sql<{ name: string; state: string; data: JobData }>`select name, state, data from pgboss.job where state < 'completed'`.execute(
        app.deps.db,
      ),
    /** A new borrower, as far along the journey as asked. */
    newBorrower: ({ upTo }: { upTo: BorrowerProgress }) => {
      borrowers += 1
      return makeBorrower({ call, providers }, borrowers, upTo)
    },
    deliverNotices,
    async close() {
      await app.close()
      await database.drop()
    },
  }

  async function call<S extends Slice, N extends keyof Api[S] & string>(
    slice: S,
    name: N,
    request: RequestOf<Api[S][N]>,
    caller: Caller = {},
  ): Promise<Envelope<DataOf<Api[S][N]>>> {
    const endpoint = endpointOf(slice, name)
    const given = requestOf(request)
    const answer = await app.http.inject({
      method: endpoint.method,
      url: addressOf(endpoint, given),
      headers: headersOf(caller),
      ...(caller.address !== undefined && { remoteAddress: caller.address }),
      ...(given.body !== undefined && { payload: JSON.stringify(given.body) }),
    })
    assert(answer.statusCode === 200, `${slice}.${name} answered ${answer.statusCode}: ${answer.body}`)
    return checked<DataOf<Api[S][N]>>(`${slice}.${name}`, endpoint, answer.json())
  }

  /** Settles the orders in process at the outside parties and delivers their signed call-backs. */
  async function deliverNotices(): Promise<void> {
    for (const notice of providers.takeNotices()) {
      const body = JSON.stringify(notice.body)
      const path = new URL(notice.url).pathname
      const signed = sign({
        method: 'POST',
        path,
        body,
        secret: config.vendorSecrets(partyOf(notice))[0],
        at: machine.machineNow(),
      })
      const answer = await app.http.inject({
        method: 'POST',
        url: path,
        headers: { ...signed, 'content-type': 'application/json' },
        payload: body,
      })
      assert(answer.json().code === 0, `a call-back was refused: ${answer.body}`)
    }
  }
}

/** The party that a scripted call-back is from: one of a lender names it, else its path does. */
function partyOf({ url, body: { lenderId } }: Notice) {
  if (typeof lenderId === 'number') return lenderParty(lenderId)
  return url.includes('/callback/benefit/') ? 'benefit' : 'payment'
}

function endpointOf(slice: Slice, name: string): Endpoint {
  const endpoints: Readonly<Record<string, Endpoint>> = api[slice]
  const endpoint = endpoints[name]
  assert(endpoint, `no endpoint is called ${slice}.${name}`)
  return endpoint
}

const loose = z.object({
  body: z.unknown().optional(),
  query: z.record(z.string(), z.unknown()).optional(),
  params: z.record(z.string(), z.unknown()).optional(),
})
const requestOf = (request: unknown) => loose.parse(request)

function addressOf(endpoint: Endpoint, { params = {}, query = {} }: z.infer<typeof loose>): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()
  return `${constants.apiPrefix}${path}${search === '' ? '' : `?${search}`}`
}

const headersOf = ({ token, key, language, headers }: Caller) => ({
  'content-type': 'application/json',
  'user-agent': 'test browser',
  ...(token !== undefined && { 'x-user-token': token }),
  ...(key !== undefined && { 'idempotency-key': key }),
  ...(language !== undefined && { 'accept-language': language }),
  ...headers,
})

const envelope = z.object({
  code: z.int(),
  msg: z.string(),
  data: z.unknown(),
  error: z.string().optional(),
  detail: z.unknown().optional(),
})

function checked<Data>(name: string, endpoint: Endpoint, answer: unknown): Envelope<Data> {
  const { code, data, error } = envelope.parse(answer)
  if (code === 0) {
    const parsed = endpoint.data.parse(data)
    assert(isDeepStrictEqual(parsed, data), `${name} answers fields that the contract does not declare: ${JSON.stringify(data)}`)
  } else {
    const ownErrors: readonly string[] = [
      ...endpoint.errors,
      'INPUT_INVALID',
      'LOGIN_EXPIRED',
      'IDEMPOTENCY_KEY_MISSING',
      'IDEMPOTENCY_KEY_REUSED',
    ]
    assert(error !== undefined && ownErrors.includes(error), `${name} answers ${error}, which the contract does not declare`)
  }
  // Its shape and its data were checked just above against the very schema the type comes from.
  return answer as Envelope<Data>
}
