import { unreachable } from '@fyh/base/assert.ts'
import { today } from '@fyh/base/dates.ts'
import type { ApplicationStatus } from '@fyh/contract/application.machine.ts'
import type { apply } from '@fyh/contract/apply.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import { priceOfTier } from '#lending/lenders/lenders.ts'
import type { Deps, SliceHandlers } from '#platform/deps.ts'
import { requireAgreed } from '../agreement/agreement.ts'
import { lastApplication, moveApplication } from './application.sql.ts'
import { applyAndDecide, nextLook } from './decision.ts'
import { lockProfile } from './profile.sql.ts'
import { progressOf } from './progress.ts'
import { coolingDownUntil, nextStep, standingInTheWay, stepStates } from './steps.ts'

type Handlers = Pick<SliceHandlers<typeof apply>, 'reFlow' | 'submit' | 'result' | 'askHuman'>

export function decisionHandlers(deps: Deps): Handlers {
  const { db, config, clock } = deps
  return {
    async reFlow({ ctx: { userId } }) {
      const progress = await progressOf(db, deps, userId)
      const { standing = null, applyAgainOn = null } = standingInTheWay(progress) ?? {}
      return { next: nextStep(progress), steps: stepStates(progress), standing, applyAgainOn }
    },

    async submit({ body: { agreed }, ctx }) {
      return transaction(db, async (tx) => {
        await lockProfile(tx, ctx.userId)
        const progress = await progressOf(tx, deps, ctx.userId)
        const { last, handIn } = progress
        const next = nextStep(progress)
        // Handed in before, by a double tap or by a request whose answer was lost.
        if (last !== undefined && last.handIn === handIn && (next === 'result' || next === 'home'))
          return { applicationId: last.applicationId, state: outcomeOf(last.status) }
        const date = coolingDownUntil(progress)
        if (date !== undefined) fail('APPLY_COOLING_DOWN', { date })
        if (next !== 'confirm') fail('APPLY_STEP_NOT_OPEN')
        await requireAgreed(tx, deps, { userId: ctx.userId, scene: 'apply', agreed, ctx })
        const { applicationId, status } = await applyAndDecide(tx, deps, { userId: ctx.userId, handIn, channelCode: ctx.channelCode })
        return { applicationId, state: outcomeOf(status) }
      })
    },

    async result({ ctx: { userId } }) {
      const last = await lastApplication(db, userId)
      const expectedSeconds = config.reviewSeconds
      if (last === undefined) return { ...nothingDecided, state: 'none', submittedAt: null, expectedSeconds }
      const { status, submittedAt, decidedAt, limitFen, tier, validUntil, reasons, applyAgainOn } = last
      const told = { submittedAt: submittedAt.toISOString(), decidedAt: decidedAt?.toISOString() ?? null, expectedSeconds }
      const state = status === 'draft' ? 'none' : status
      const limitExpired = validUntil !== null && validUntil < today(clock)
      const price = tier === null ? null : await priceOfTier(db, { tier, on: today(clock) })
      if (state === 'approved') return { ...nothingDecided, ...told, state, limitFen, price, validUntil, limitExpired }
      return { ...nothingDecided, ...told, state, reasons, applyAgainOn, canAskHuman: state === 'refused' }
    },

    async askHuman({ ctx: { userId } }) {
      return transaction(db, async (tx) => {
        const last = await lastApplication(tx, userId, 'update')
        if (last === undefined || last.status !== 'refused') fail('HUMAN_REVIEW_NOT_OPEN')
        await moveApplication(tx, last, 'askHuman', { lookAt: nextLook(deps) })
        return {}
      })
    },
  }
}

const nothingDecided = {
  decidedAt: null,
  limitFen: null,
  price: null,
  validUntil: null,
  reasons: [],
  applyAgainOn: null,
  canAskHuman: false,
  limitExpired: false,
}

function outcomeOf(status: ApplicationStatus): 'reviewing' | 'approved' | 'refused' {
  switch (status) {
    case 'draft':
    case 'reviewing':
    case 'humanReview':
      return 'reviewing'
    case 'approved':
      return 'approved'
    case 'refused':
    case 'refusedFinally':
      return 'refused'
    default:
      return unreachable(status)
  }
}
