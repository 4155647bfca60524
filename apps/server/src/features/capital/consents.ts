import { today } from '@fyh/base/dates.ts'
import type { capital } from '@fyh/contract/capital.ts'
import { sharedItems, sharingPurposes } from '@fyh/contract/capital-shapes.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import { z } from 'zod'
import type { LendingDeps } from '#lending/deps.ts'
import { lastListingOf } from '#lending/lenders/lenders.ts'
import { findLoans } from '#lending/loan/loan.ts'
import type { Db, Tx } from '#platform/deps.ts'
import { signedTextNamed } from '../agreement/agreement.ts'
import { openApplicationOf } from './application.sql.ts'
import { type Consent, type ConsentKey, consentsOf, endConsent, findConsent, sentTo } from './consent.sql.ts'
import { leave } from './moving.ts'

type Effect = DataOf<typeof capital.consentEffect>
type Profile = DataOf<typeof capital.profile>
const sentItem = z.object({ item: z.enum(sharedItems), purpose: z.enum(sharingPurposes) })

/** Years that a consent's record and a loan's records are kept: docs/decisions/capital.md. */
const consentYears = 3
const loanYears = 5

export async function consentShown(
  db: Db | Tx,
  { userId, consentId, lenderId, signedId, items, givenAt, withdrawnAt }: Consent,
): Promise<Effect['consent']> {
  return {
    consentId,
    capitalId: lenderId,
    purpose: 'partnerLoan',
    text: await signedTextNamed(db, { userId, signedId }),
    items: [...items],
    givenAt: givenAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  }
}

/** What withdrawing would do, or did. */
async function effectOf(db: Db | Tx, consent: Consent): Promise<Effect['effect']> {
  const { userId, lenderId, consentId } = consent
  const open = await openApplicationOf(db, userId)
  const own = open?.consentId === consentId ? open : undefined
  const runningLoans = await runningLoansOf(db, { userId, lenderId })
  const wasSent = (await sentTo(db, userId)).some((one) => one.lender_id === lenderId)
  return {
    stops: [
      'newData',
      ...(own === undefined ? [] : (['openApplication'] as const)),
      ...(own?.status === 'approved' ? (['approval'] as const) : []),
      'newApplications',
    ],
    stays: ['limit', ...(runningLoans > 0 ? (['runningLoans'] as const) : []), 'otherPartners'],
    keeps: [
      ...(wasSent ? [{ what: 'sentToPartner' as const, years: loanYears }] : []),
      { what: 'consentRecord', years: consentYears },
      ...(runningLoans > 0 ? [{ what: 'loanRecords' as const, years: loanYears }] : []),
    ],
    runningLoans,
    openApplicationId: own?.applicationId ?? null,
  }
}

async function runningLoansOf(db: Db | Tx, { userId, lenderId }: { userId: number; lenderId: number }): Promise<number> {
  const loans = await findLoans(db, { userId, statuses: ['disbursing', 'disbursed', 'repaying', 'overdue'] })
  return loans.filter((loan) => loan.lenderId === lenderId).length
}

export async function effectShown({ db }: LendingDeps, key: ConsentKey): Promise<Effect> {
  const consent = (await findConsent(db, key)) ?? fail('CAPITAL_CONSENT_NOT_FOUND')
  return { consent: await consentShown(db, consent), effect: await effectOf(db, consent) }
}

/** Withdraws a consent. From the same moment nothing more is sent, and the application that stood on it is cancelled. */
export function withdraw(deps: LendingDeps, key: ConsentKey): Promise<Effect> {
  return transaction(deps.db, async (tx) => {
    const consent = (await findConsent(tx, key, 'update')) ?? fail('CAPITAL_CONSENT_NOT_FOUND')
    const effect = await effectOf(tx, consent)
    if (consent.withdrawnAt === null) {
      await endConsent(tx, consent, deps.clock.now())
      const open = await openApplicationOf(tx, key.userId, 'update')
      if (open?.consentId === consent.consentId) await leave(tx, deps, open, null)
    }
    const withdrawn = (await findConsent(tx, key)) ?? consent
    return { consent: await consentShown(tx, withdrawn), effect }
  })
}

/** Every partner the borrower ever agreed to, with what it got. */
export async function profileShown(deps: LendingDeps, userId: number): Promise<Profile> {
  const { db, clock } = deps
  const consents = await consentsOf(db, userId)
  const sent = await sentTo(db, userId)
  const lenderIds = [...new Set(consents.map(({ lenderId }) => lenderId))]
  const partners = await Promise.all(
    lenderIds.map(async (lenderId) => {
      const partner = await lastListingOf(db, { lenderId, on: today(clock) })
      if (partner === undefined) return []
      const { name, licence, type } = partner.lender
      const held = sent
        .filter((one) => one.lender_id === lenderId)
        .map(({ item, purpose, sent_at }) => ({ ...sentItem.parse({ item, purpose }), sentAt: sent_at.toISOString() }))
      const own = consents.filter((one) => one.lenderId === lenderId)
      return [
        {
          capitalId: lenderId,
          name,
          licence,
          type,
          held,
          consents: await Promise.all(own.map((one) => consentShown(db, one))),
          runningLoans: await runningLoansOf(db, { userId, lenderId }),
        },
      ]
    }),
  )
  return { partners: partners.flat() }
}
