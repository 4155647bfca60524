import { assert } from '@fyh/base/assert.ts'
import { type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { next } from '@fyh/base/machine.ts'
import { type Fen, fen } from '@fyh/base/money.ts'
import { type ApplicationEvent, type ApplicationStatus, applicationMachine } from '@fyh/contract/application.machine.ts'
import { constants, options } from '@fyh/contract/options.ts'
import { z } from 'zod'
import { type Tier, tierSchema } from '#lending/lenders/lenders.ts'
import type { Db, Tx } from '#platform/deps.ts'
import type { Facts } from './scorecard.ts'

export type Application = {
  userId: number
  applicationId: number
  handIn: number
  status: ApplicationStatus
  facts: Facts
  decisions: unknown[]
  reasons: string[]
  limitFen: Fen | null
  tier: Tier | null
  validUntil: CivilDate | null
  applyAgainOn: CivilDate | null
  submittedAt: Date
  decidedAt: Date | null
}

/** The borrower's last application. */
export async function lastApplication(tx: Tx | Db, userId: number, lock?: 'update'): Promise<Application | undefined> {
  const row = await tx
    .selectFrom('application')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('hand_in', 'desc')
    .limit(1)
    .$if(lock === 'update', (query) => query.forUpdate())
    .executeTakeFirst()
  return row === undefined ? undefined : fromRow(row)
}

/** Those whose second look is due, whoever they belong to, longest due first. */
export async function dueToLookAt(db: Db, machineNow: Date, most: number): Promise<{ userId: number; applicationId: number }[]> {
  const rows = await db
    .selectFrom('application')
    .select(['user_id', 'application_id'])
    .where('look_at', '<=', machineNow)
    .orderBy('look_at')
    .limit(most)
    .execute()
  return rows.map((row) => ({ userId: row.user_id, applicationId: row.application_id }))
}

/** Takes one of them for this transaction; undefined when it was decided meanwhile or another node has it in hand. */
export async function takeToLookAt(
  tx: Tx,
  { userId, applicationId, machineNow }: { userId: number; applicationId: number; machineNow: Date },
): Promise<Application | undefined> {
  const row = await tx
    .selectFrom('application')
    .selectAll()
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .where('look_at', '<=', machineNow)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row === undefined ? undefined : fromRow(row)
}

export type Moved = {
  decision?: { explanation: object; outcome: string } & { limitFen?: Fen; tier?: Tier }
  reasons?: readonly string[]
  validUntil?: CivilDate
  applyAgainOn?: CivilDate
  decidedAt?: Date
  lookAt?: Date
}

/** Moves an application by an event, the only way its status changes. The row must be locked by the caller. */
export async function moveApplication(tx: Tx, application: Application, event: ApplicationEvent, moved: Moved): Promise<ApplicationStatus> {
  const to = next(applicationMachine, application.status, event)
  assert(to !== undefined, `an application that is ${application.status} takes no ${event}`)
  const { decision } = moved
  const updated = await tx
    .updateTable('application')
    .set({
      status: to,
      look_at: moved.lookAt ?? null,
      ...(decision !== undefined && {
        decisions: JSON.stringify([...application.decisions, decision]),
        limit_fen: decision.limitFen ?? null,
        price_tier: decision.tier ?? null,
      }),
      ...(moved.reasons !== undefined && { reasons: [...moved.reasons] }),
      ...(moved.validUntil !== undefined && { valid_until: moved.validUntil }),
      ...(moved.applyAgainOn !== undefined && { apply_again_on: moved.applyAgainOn }),
      ...(moved.decidedAt !== undefined && { decided_at: moved.decidedAt }),
    })
    .where('user_id', '=', application.userId)
    .where('application_id', '=', application.applicationId)
    .where('status', '=', application.status)
    .returning('status')
    .executeTakeFirst()
  assert(updated !== undefined, `application ${application.applicationId} moved meanwhile`)
  return to
}

type NewApplication = {
  userId: number
  applicationId: number
  handIn: number
  facts: Facts
  scorecardVersion: string
  submittedAt: Date
  lookAt: Date
  /** The channel of the visit that handed it in. */
  channelCode?: string
}

/** Adds an application that was just handed in: `draft` is the time before, when there is only a profile. */
export async function addApplication(tx: Tx, added: NewApplication): Promise<Application> {
  const status = next(applicationMachine, applicationMachine.initial, 'submit')
  assert(status !== undefined, 'a draft can be submitted')
  const row = await tx
    .insertInto('application')
    .values({
      user_id: added.userId,
      application_id: added.applicationId,
      hand_in: added.handIn,
      status,
      facts: JSON.stringify(added.facts),
      decisions: '[]',
      scorecard_version: added.scorecardVersion,
      submitted_at: added.submittedAt,
      look_at: added.lookAt,
      channel_code: added.channelCode ?? constants.channelCodeDefault,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return fromRow(row)
}

type Row = Awaited<ReturnType<typeof rowOf>>
function rowOf(tx: Tx | Db) {
  return tx.selectFrom('application').selectAll().executeTakeFirstOrThrow()
}

function fromRow(row: Row): Application {
  return {
    userId: row.user_id,
    applicationId: row.application_id,
    handIn: row.hand_in,
    status: statusOf(row.status),
    facts: facts.parse(row.facts),
    decisions: Array.isArray(row.decisions) ? row.decisions : [],
    reasons: row.reasons,
    limitFen: row.limit_fen === null ? null : fen(row.limit_fen),
    tier: tierSchema.nullable().parse(row.price_tier),
    validUntil: row.valid_until === null ? null : civilDate(row.valid_until),
    applyAgainOn: row.apply_again_on === null ? null : civilDate(row.apply_again_on),
    submittedAt: row.submitted_at,
    decidedAt: row.decided_at,
  }
}

const facts: z.ZodType<Facts> = z.object({
  age: z.int(),
  education: z.enum(options.education),
  occupation: z.enum(options.occupation),
  trade: z.enum(options.trade),
  income: z.enum(options.income),
})

function statusOf(text: string): ApplicationStatus {
  const status = applicationMachine.states.find((state) => state === text)
  assert(status !== undefined, `no application is ${text}`)
  return status
}
