import { createHash } from 'node:crypto'
import { isLenderParty } from '@fyh/base/lender-party.ts'
import { type Failure, type PartyName, takeFailure } from './failures.ts'
import { partyNamed } from './parties/parties.ts'
import type { Method, Outcome, Reading, VendorAnswer } from './parties/party.ts'
import { refused } from './parties/party.ts'
import { type Deps, inTransaction, type Tx } from './store.ts'

export type Called =
  | { readonly status: 'answered'; readonly answer: VendorAnswer; readonly delay: 'none' | 'late' | 'hold' }
  | { readonly status: 'notFound' | 'malformed' | 'keyReused' }

/** One call of a vendor, carried out once however often its key comes. */
export async function answerCall(deps: Deps, call: { port: string; method: string; body: unknown; sent: Buffer }): Promise<Called> {
  const found = methodOf(call.port, call.method)
  if (found === undefined) return { status: 'notFound' }
  const reading = found.method.read(call.body)
  if (reading === undefined) return { status: 'malformed' }
  const requestHash = createHash('sha256').update(call.sent).digest('hex')
  return inTransaction(deps.pool, async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${found.port} ${call.method} ${reading.key}`])
    const id = { port: found.port, method: call.method, key: reading.key }
    const kept = await keptAnswer(tx, id)
    if (kept !== undefined && found.method.remembers) return again(tx, id, kept, requestHash)
    return first(tx, deps, { ...found, id, reading, requestHash, shown: shownRequest(call.body) })
  })
}

type CallId = { readonly port: PartyName; readonly method: string; readonly key: string }
type Kept = { answer: VendorAnswer; request_hash: string }

async function keptAnswer(tx: Tx, id: CallId): Promise<Kept | undefined> {
  const { rows } = await tx.query<Kept>('select answer, request_hash from call where port = $1 and method = $2 and key = $3', [
    id.port,
    id.method,
    id.key,
  ])
  return rows[0]
}

async function again(tx: Tx, id: CallId, kept: Kept, requestHash: string): Promise<Called> {
  if (kept.request_hash !== requestHash) return { status: 'keyReused' }
  await tx.query('update call set times = times + 1 where port = $1 and method = $2 and key = $3', [id.port, id.method, id.key])
  return { status: 'answered', answer: kept.answer, delay: 'none' }
}

type First = { method: Method; id: CallId; reading: Reading; requestHash: string; shown: object }

async function first(tx: Tx, deps: Deps, { method, id, reading, requestHash, shown }: First): Promise<Called> {
  const now = deps.clock.machineNow()
  const isCancel = method.isCancel === true
  const { failure, days = 0 } = (method.remembers || isCancel ? await takeFailure(tx, id.port, { isCancel }) : undefined) ?? {}
  const outcome = failure === 'refuse' ? refused(method.refusal) : await reading.carryOut({ tx, deps, now, failure, daysBack: days })
  await tx.query(
    `insert into call (port, method, key, call_id, request_hash, request, answer, failure, called_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (port, method, key) do update set answer = excluded.answer, times = call.times + 1`,
    [id.port, id.method, id.key, deps.ids(), requestHash, JSON.stringify(shown), JSON.stringify(outcome.answer), failure ?? null, now],
  )
  return { status: 'answered', answer: outcome.answer, delay: delayOf(id.port, outcome, failure) }
}

/** For money the call-back is what comes late; elsewhere the answer itself. */
function delayOf(port: PartyName, outcome: Outcome, failure: Failure | undefined): 'none' | 'late' | 'hold' {
  if (failure === 'timeOut' || outcome.hold) return 'hold'
  return failure === 'late' && port !== 'payment' && port !== 'benefit' && !isLenderParty(port) ? 'late' : 'none'
}

function methodOf(port: string, name: string): { port: PartyName; method: Method } | undefined {
  const known = partyNamed(port)
  if (known === undefined || !Object.hasOwn(known.party, name)) return undefined
  const method = known.party[name]
  return method && { port: known.name, method }
}

/** Pictures are large and nobody reads them as text: their size and hash stand for them. */
function shownRequest(body: unknown): object {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, name === 'image' ? pictureText(value) : value]))
}

function pictureText(value: unknown): string {
  const bytes = Buffer.from(String(value), 'base64')
  return `${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}…`
}
