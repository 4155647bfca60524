import { assert } from '@fyh/base/assert.ts'
import { next } from '@fyh/base/machine.ts'
import {
  type PartnerApplicationEvent,
  type PartnerApplicationStatus,
  partnerApplicationMachine,
  partnerApplicationOpen,
} from '@fyh/contract/capital.machine.ts'
import { periods } from '@fyh/contract/offered-product.ts'
import { options } from '@fyh/contract/options.ts'
import { fenAmount } from '@fyh/contract/shapes.ts'
import { z } from 'zod'
import type { Db, Deps, Tx } from '#platform/deps.ts'

const nullableDate = z.date().nullable()
const row = z
  .object({
    user_id: z.int(),
    application_id: z.int(),
    case_id: z.int(),
    lender_id: z.int(),
    match_id: z.int(),
    consent_id: z.int(),
    status: z.enum(partnerApplicationMachine.states),
    amount_fen: fenAmount,
    periods,
    loan_use: z.enum(options.loanUse),
    round: z.int(),
    order_key: z.string().nullable(),
    tries: z.int(),
    reason: z.string().nullable(),
    missing: z.array(z.string()),
    missing_until: nullableDate,
    moving_to: z.int().nullable(),
    approval_id: z.int().nullable(),
    loan_id: z.int().nullable(),
    has_quota: z.boolean(),
    saved_at: nullableDate,
    opened_at: z.date(),
    submitted_at: nullableDate,
    ended_at: nullableDate,
  })
  .transform((one) => ({
    userId: one.user_id,
    applicationId: one.application_id,
    caseId: one.case_id,
    lenderId: one.lender_id,
    matchId: one.match_id,
    consentId: one.consent_id,
    status: one.status,
    amountFen: one.amount_fen,
    periods: one.periods,
    use: one.loan_use,
    round: one.round,
    orderKey: one.order_key,
    tries: one.tries,
    reason: one.reason,
    missing: one.missing,
    missingUntil: one.missing_until,
    movingTo: one.moving_to,
    approvalId: one.approval_id,
    loanId: one.loan_id,
    hasQuota: one.has_quota,
    savedAt: one.saved_at,
    openedAt: one.opened_at,
    submittedAt: one.submitted_at,
    endedAt: one.ended_at,
  }))
export type Application = z.output<typeof row>
export type ApplicationKey = Pick<Application, 'userId' | 'applicationId'>

export const underWay = [
  'submitted',
  'reviewing',
  'unknown',
  'cancelling',
  'declining',
] as const satisfies readonly PartnerApplicationStatus[]

export const isOpen = ({ status }: Pick<Application, 'status'>): boolean => partnerApplicationOpen.some((open) => open === status)
/** Whether the partner is asked after it. */
export const isUnderWay = ({ status }: Pick<Application, 'status'>): boolean => underWay.some((one) => one === status)

/** A row as the table has it. */
export const applicationFrom = (found: unknown): Application => row.parse(found)

export async function findApplication(
  tx: Db | Tx,
  { userId, applicationId }: ApplicationKey,
  lock?: 'update',
): Promise<Application | undefined> {
  const found = await tx
    .selectFrom('partner_application')
    .selectAll()
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .$if(lock === 'update', (query) => query.forUpdate())
    .executeTakeFirst()
  return found && row.parse(found)
}

export async function openApplicationOf(tx: Db | Tx, userId: number, lock?: 'update'): Promise<Application | undefined> {
  const found = await tx
    .selectFrom('partner_application')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', partnerApplicationOpen)
    .$if(lock === 'update', (query) => query.forUpdate())
    .executeTakeFirst()
  return found && row.parse(found)
}

/** Applications of a borrower, the newest first; of one wish where a case is named. */
export async function applicationsOf(
  tx: Db | Tx,
  { userId, caseId, limit = 20 }: { userId: number; caseId?: number; limit?: number },
): Promise<Application[]> {
  const found = await tx
    .selectFrom('partner_application')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(caseId !== undefined, (query) => query.where('case_id', '=', caseId ?? 0))
    .orderBy('opened_at', 'desc')
    .orderBy('application_id', 'desc')
    .limit(limit)
    .execute()
  return found.map((one) => row.parse(one))
}

/** Lenders tried for one wish. */
export async function triedLenders(
  tx: Db | Tx,
  { userId, caseId }: { userId: number; caseId: number | undefined },
): Promise<ReadonlySet<number>> {
  if (caseId === undefined) return new Set()
  return new Set((await applicationsOf(tx, { userId, caseId })).map(({ lenderId }) => lenderId))
}

type New = Pick<
  Application,
  'userId' | 'applicationId' | 'caseId' | 'lenderId' | 'matchId' | 'consentId' | 'amountFen' | 'periods' | 'use'
> & {
  readonly edition: number
  readonly at: Date
}

export async function insertApplication(tx: Tx, made: New): Promise<void> {
  await tx
    .insertInto('partner_application')
    .values({
      user_id: made.userId,
      application_id: made.applicationId,
      case_id: made.caseId,
      lender_id: made.lenderId,
      partners_edition: made.edition,
      match_id: made.matchId,
      consent_id: made.consentId,
      status: partnerApplicationMachine.initial,
      amount_fen: made.amountFen,
      periods: made.periods,
      loan_use: made.use,
      opened_at: made.at,
    })
    .execute()
}

type Change = {
  readonly reason?: string | null
  readonly missing?: readonly string[]
  readonly missingUntil?: Date | null
  readonly movingTo?: number | null
  readonly approvalId?: number
  readonly loanId?: number
}

const ends: readonly PartnerApplicationStatus[] = ['stopped', 'unreached', 'refused', 'cancelled', 'lapsed', 'taken']

/**
 * The one door of an application's status; what happened becomes a step of its history. False when the machine knows no such move: the news is
 * late or a repeat. The partner is asked at once after a move into a state in which it is asked.
 */
export async function moveApplication(
  tx: Tx,
  { clock, ids }: Pick<Deps, 'clock' | 'ids'>,
  application: Application,
  event: PartnerApplicationEvent,
  change: Change = {},
): Promise<boolean> {
  const status = next(partnerApplicationMachine, application.status, event)
  if (status === undefined) return false
  const at = clock.now()
  const isFresh = status === 'submitted' || status === 'cancelling' || status === 'declining'
  const { numUpdatedRows } = await tx
    .updateTable('partner_application')
    .set({
      status,
      ...(change.reason !== undefined && { reason: change.reason }),
      ...(change.missing !== undefined && { missing: [...change.missing] }),
      ...(change.missingUntil !== undefined && { missing_until: change.missingUntil }),
      ...(change.movingTo !== undefined && { moving_to: change.movingTo }),
      ...(change.approvalId !== undefined && { approval_id: change.approvalId }),
      ...(change.loanId !== undefined && { loan_id: change.loanId }),
      ...(isFresh && { tries: 0, next_try_at: clock.machineNow() }),
      ...(event === 'submit' && { submitted_at: at }),
      ...(ends.includes(status) && { ended_at: at }),
    })
    .where('user_id', '=', application.userId)
    .where('application_id', '=', application.applicationId)
    .where('status', '=', application.status)
    .executeTakeFirst()
  assert(numUpdatedRows === 1n, `application ${application.applicationId} was not ${application.status} any more`)
  await addStep(tx, { ids }, application, { event: status, at })
  return true
}

export async function addStep(
  tx: Tx,
  { ids }: Pick<Deps, 'ids'>,
  { userId, applicationId }: ApplicationKey,
  { event, at }: { event: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('partner_step')
    .values({ user_id: userId, application_id: applicationId, step_id: ids(), event, happened_at: at })
    .execute()
}

export function stepsOf(tx: Db | Tx, { userId, applicationId }: ApplicationKey) {
  return tx
    .selectFrom('partner_step')
    .select(['event', 'happened_at'])
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .orderBy('step_id')
    .limit(100)
    .execute()
}

export async function applicationOfApproval(
  tx: Tx,
  { userId, approvalId }: { userId: number; approvalId: number },
): Promise<Application | undefined> {
  const found = await tx
    .selectFrom('partner_application')
    .selectAll()
    .where('user_id', '=', userId)
    .where('approval_id', '=', approvalId)
    .forUpdate()
    .executeTakeFirst()
  return found && row.parse(found)
}
