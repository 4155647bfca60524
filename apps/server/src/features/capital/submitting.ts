import { today } from '@fyh/base/dates.ts'
import { formFaults, normalField } from '@fyh/base/form-fields.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { type Partner, partnersOn } from '#lending/lenders/lenders.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { handedInProfile } from '../apply/apply.ts'
import { requireOpen } from '../borrow/borrow.ts'
import { type Application, type ApplicationKey, findApplication, moveApplication } from './application.sql.ts'
import { beginRound, setQuota } from './asking.sql.ts'
import { findConsent } from './consent.sql.ts'
import { draftOf, saveDraft } from './draft.sql.ts'
import { isFormOver } from './form-time.ts'
import { takeQuota } from './match.sql.ts'

type Values = Readonly<Record<string, string>>

/** A partner that is listed today; refuses every other lender. */
export async function listedPartner(tx: Db | Tx, { clock }: Pick<Deps, 'clock'>, lenderId: number): Promise<Partner> {
  const partner = (await partnersOn(tx, today(clock))).find(({ lender }) => lender.lenderId === lenderId)
  return partner ?? fail('CAPITAL_NOT_LISTED')
}

/** What the form shows: what was typed, over what is known of the borrower. */
export async function formOf(
  tx: Db | Tx,
  deps: Deps,
  application: Application,
  { listing }: Partner,
): Promise<{ values: Record<string, string>; prefilled: string[]; savedAt: Date | null }> {
  const { values, savedAt } = await draftOf(tx, deps, application)
  const profile = await handedInProfile(tx, deps, application.userId)
  const known = listing.fields.flatMap(({ asked, prefill }) => {
    const value = prefill === undefined ? undefined : profile?.[prefill]
    return value === undefined || value === '' ? [] : [[asked.name, value] as const]
  })
  return {
    values: { ...Object.fromEntries(known), ...values },
    prefilled: known.map(([name]) => name).filter((name) => values[name] === undefined),
    savedAt,
  }
}

/** Keeps the fields that the partner asks for, as typed; others that came along are left out. */
export function saveForm(deps: Deps, { values, ...key }: ApplicationKey & { readonly values: Values }): Promise<Date> {
  return transaction(deps.db, async (tx) => {
    const application = await toFill(tx, key)
    const partner = await listedPartner(tx, deps, application.lenderId)
    const at = deps.clock.now()
    await saveDraft(tx, deps, { ...key, values: askedFor(partner, values), at })
    return at
  })
}

const askedFor = ({ listing }: Partner, values: Values): Record<string, string> =>
  Object.fromEntries(
    listing.fields.flatMap(({ asked }) => {
      const value = Object.entries(values).find(([name]) => name === asked.name)?.[1]
      return value === undefined ? [] : [[asked.name, value]]
    }),
  )

/** Hands an application in: from now on it goes to the partner, once. One that was handed in is answered as it stands. */
export function submit(deps: LendingDeps, { values, ...key }: ApplicationKey & { readonly values: Values }): Promise<Application> {
  return transaction(deps.db, async (tx) => {
    const application = (await findApplication(tx, key, 'update')) ?? fail('CAPITAL_APPLICATION_NOT_FOUND')
    if (application.status !== 'filling' && application.status !== 'incomplete') {
      if (application.orderKey !== null && application.endedAt === null) return application
      fail('CAPITAL_STEP_NOT_OPEN', { status: application.status })
    }
    const partner = await requireConsented(tx, deps, application)
    if (partner.listing.way !== 'inApp') fail('CAPITAL_STEP_NOT_OPEN', { status: application.status })
    const fields = partner.listing.fields.map(({ asked }) => asked)
    const given = Object.fromEntries(
      Object.entries(askedFor(partner, values)).map(([name, value]) => [name, normalOf(partner, name, value)]),
    )
    const faults = formFaults(fields, given)
    if (faults.length > 0) fail('CAPITAL_FORM_INVALID', { fields: faults })
    await saveDraft(tx, deps, { ...key, values: given, at: deps.clock.now() })
    return handIn(tx, deps, application, partner)
  })
}

const normalOf = ({ listing }: Partner, name: string, value: string): string => {
  const field = listing.fields.find(({ asked }) => asked.name === name)?.asked
  return field === undefined ? value : normalField(field, value)
}

/** The application of a form that is open; locked. */
async function toFill(tx: Tx, key: ApplicationKey): Promise<Application> {
  const application = (await findApplication(tx, key, 'update')) ?? fail('CAPITAL_APPLICATION_NOT_FOUND')
  if (application.status !== 'filling' && application.status !== 'incomplete') fail('CAPITAL_STEP_NOT_OPEN', { status: application.status })
  return application
}

/** A partner gets something only while the form is in time, and the partner is listed, open, and the borrower's consent is in force. */
export async function requireConsented(tx: Tx, deps: Deps, application: Application): Promise<Partner> {
  const { userId, consentId, lenderId, status } = application
  if (isFormOver(application, deps.clock.now())) fail('CAPITAL_STEP_NOT_OPEN', { status })
  const consent = await findConsent(tx, { userId, consentId })
  if (consent === undefined || consent.withdrawnAt !== null) fail('CAPITAL_CONSENT_MISSING')
  const partner = await listedPartner(tx, deps, lenderId)
  requireOpen(partner.lender, deps)
  return partner
}

/** Takes one of the partner's applications of the day, gives this one its key at the partner, and has it sent. */
export async function handIn(tx: Tx, deps: LendingDeps, application: Application, { lender, listing }: Partner): Promise<Application> {
  if (!application.hasQuota) {
    const got = await takeQuota(tx, { lenderId: lender.lenderId, on: today(deps.clock), quota: listing.dailyQuota })
    if (!got) fail('CAPITAL_QUOTA_USED', { lender: lender.name })
    await setQuota(tx, application, true)
  }
  await beginRound(tx, application)
  await moveApplication(tx, deps, application, 'submit', { missing: [], missingUntil: null })
  const { userId, applicationId } = application
  await deps.jobs.send(tx, 'capital.ask', { userId, applicationId })
  return (await findApplication(tx, application)) ?? application
}
