import { type LenderParty, lenderIdOf } from '@fyh/base/lender-party.ts'
import type { Failure } from './failures.ts'
import { applicationMagic } from './magic.ts'
import { type Deps, inTransaction, laterBy, type Tx } from './store.ts'

/** How an application is decided. `never`: it stays in review. */
export const applicationEnds = ['approve', 'refuse', 'half', 'more', 'never', 'twice', 'late'] as const
export type ApplicationEnd = (typeof applicationEnds)[number]

type Placed = {
  readonly port: LenderParty
  readonly key: string
  readonly amountFen: number
  readonly noticeUrl: string
  readonly end: ApplicationEnd
  /** What was ordered for this call. */
  readonly failure?: Failure | undefined
}

/** How an amount decides by itself; approved for every other one. */
export function endOfAmount(amountFen: number): ApplicationEnd {
  return Object.values(applicationMagic).find((one) => one.amountFen === amountFen)?.end ?? 'approve'
}

const approvalDays = 7

/** Takes an application on, once for its key: it is in review until its time has come. */
export async function placeApplication(tx: Tx, deps: Deps, placed: Placed): Promise<void> {
  const now = deps.clock.machineNow()
  const { end, failure, amountFen } = placed
  const endsAs = end === 'refuse' ? 'refused' : end === 'more' ? 'incomplete' : 'approved'
  const approvedFen = endsAs !== 'approved' ? 0 : end === 'half' || failure === 'otherAmount' ? halfOf(amountFen) : amountFen
  const isTwice = end === 'twice' || failure === 'twice'
  await tx.query(
    `insert into loan_application (port, key, amount_fen, state, ends_as, approved_fen, reason, missing, notice_url, notice_times,
       has_other_amount, notice_after_ms, settle_at, valid_until)
     values ($1, $2, $3, 'reviewing', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict (port, key) do nothing`,
    [
      placed.port,
      placed.key,
      amountFen,
      endsAs,
      approvedFen,
      endsAs === 'refused' ? 'riskRefused' : null,
      endsAs === 'incomplete' ? ['workPhone'] : [],
      placed.noticeUrl,
      failure === 'never' ? 0 : isTwice ? 2 : 1,
      end === 'twice',
      end === 'late' || failure === 'late' ? deps.timing.lateMs : 0,
      end === 'never' ? null : laterBy(now, 2 * deps.timing.delayMs),
      laterBy(now, approvalDays * 86_400_000),
    ],
  )
}

/** Half, in whole hundreds of yuan. */
const halfOf = (amountFen: number): number => Math.max(10_000, Math.floor(amountFen / 20_000) * 10_000)

/** Takes an application back, also one that was approved or that never came; a refusal stays one. */
export async function cancelApplication(tx: Tx, port: LenderParty, key: string): Promise<void> {
  await tx.query(
    `insert into loan_application (port, key, amount_fen, state, ends_as, approved_fen, notice_url, notice_times, notice_after_ms)
     values ($1, $2, 0, 'cancelled', 'cancelled', 0, '', 0, 0)
     on conflict (port, key) do update set state = 'cancelled', ends_as = 'cancelled', approved_fen = 0
       where loan_application.state <> 'refused'`,
    [port, key],
  )
}

type Row = {
  port: LenderParty
  key: string
  state: string
  approved_fen: number
  reason: string | null
  missing: string[]
  valid_until: Date | null
}

/** Where an application stands, in the words of the port; undefined where the lender has none of this key. */
export async function applicationAnswer(tx: Tx, port: LenderParty, key: string): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await tx.query<Row>('select * from loan_application where port = $1 and key = $2', [port, key])
  const [row] = rows
  const isApproved = row?.state === 'approved'
  return {
    state: row?.state ?? 'notFound',
    amountFen: isApproved ? row.approved_fen : 0,
    periodsMax: null,
    validUntil: isApproved ? (row.valid_until?.toISOString() ?? null) : null,
    reason: row?.state === 'refused' ? row.reason : null,
    missing: row?.state === 'incomplete' ? row.missing : [],
    missingUntil: null,
  }
}

type Due = Row & {
  ends_as: string
  notice_url: string
  notice_times: number
  has_other_amount: boolean
  notice_after_ms: number
}

/** Decides the applications whose time has come and writes their call-backs, all or nothing. */
export function settleApplications(deps: Deps): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    const now = deps.clock.machineNow()
    const { rows } = await tx.query<Due>(
      `update loan_application set state = ends_as
        where (port, key) in (select port, key from loan_application where state = 'reviewing' and settle_at <= $1
                               order by settle_at limit 50 for update skip locked)
        returning *`,
      [now],
    )
    for (const row of rows)
      for (let time = 0; time < row.notice_times; time += 1)
        await writeNotice(tx, deps, row, { now, isOther: time > 0 && row.has_other_amount })
  })
}

async function writeNotice(tx: Tx, deps: Deps, row: Due, { now, isOther }: { now: Date; isOther: boolean }): Promise<void> {
  const isApproved = row.ends_as === 'approved'
  const body = {
    noticeId: isOther ? `A${row.key}-2` : `A${row.key}`,
    lenderId: lenderIdOf(row.port),
    key: row.key,
    result: row.ends_as,
    amountFen: isOther ? halfOf(row.approved_fen) : row.approved_fen,
    ...(isApproved && row.valid_until !== null && { validUntil: row.valid_until.toISOString() }),
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.missing.length > 0 && { missing: row.missing }),
  }
  await tx.query(
    `insert into notice (notice_row_id, notice_id, port, key, url, body, state, next_try_at, created_at)
     values ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8)`,
    [deps.ids(), body.noticeId, row.port, row.key, row.notice_url, JSON.stringify(body), laterBy(now, row.notice_after_ms), now],
  )
}
