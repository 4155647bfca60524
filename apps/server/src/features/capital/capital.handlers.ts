import { today } from '@fyh/base/dates.ts'
import type { capital } from '@fyh/contract/capital.ts'
import type { ParsedOf } from '@fyh/contract/endpoint.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { partnersOn } from '#lending/lenders/lenders.ts'
import { takeNotice } from '#lending/orders/orders.ts'
import type { SliceHandlers } from '#platform/deps.ts'
import { findApplication, openApplicationOf } from './application.sql.ts'
import { momentOf } from './ask-partner.ts'
import { keepClick } from './click.sql.ts'
import { effectShown, profileShown, withdraw } from './consents.ts'
import { detailShown } from './detail.ts'
import { formShown } from './form-shown.ts'
import { handOver, handOverData, returned } from './hand-over.ts'
import { matchShown, summaryOf } from './matching.ts'
import { moveToNext, stop } from './moving.ts'
import { learnApplication, type PartnerNews } from './news.ts'
import { consentTextOf, openApplication } from './opening.ts'
import { productPageOf } from './product-page.ts'
import { applicationAsked, applicationShown, resultShown } from './shown.ts'
import { listedPartner, saveForm, submit } from './submitting.ts'
import { termsShown } from './terms.ts'

export function capitalHandlers(deps: LendingDeps): SliceHandlers<typeof capital> {
  const { db, clock } = deps
  return {
    product: async ({ query: { periods }, ctx }) => productPageOf(deps, { userId: (await ctx.user?.())?.userId, periods }),
    match: ({ body, ctx: { userId } }) => matchShown(deps, { userId, wanted: body }),
    detail: ({ params, query, ctx }) => detailShown(deps, { capitalId: params.id, wanted: query }, ctx),

    async text({ params, ctx }) {
      const { key, version, sha256, title, paragraphs } = consentTextOf(deps, await listedPartner(db, deps, params.id), ctx.language)
      return { key, version, sha256, title, paragraphs: [...paragraphs] }
    },

    async click({ body, ctx }) {
      const user = await ctx.user?.()
      const isListed = (await partnersOn(db, today(clock))).some(({ lender }) => lender.lenderId === body.capitalId)
      if (user === undefined || !isListed) return { recorded: false }
      await keepClick(deps, body, user)
      return { recorded: true }
    },

    profile: ({ ctx: { userId } }) => profileShown(deps, userId),
    consentEffect: ({ params, ctx: { userId } }) => effectShown(deps, { userId, consentId: params.id }),
    withdrawConsent: ({ params, ctx: { userId } }) => withdraw(deps, { userId, consentId: params.id }),
    open: async ({ body, ctx }) => applicationShown(db, deps, await openApplication(deps, body, ctx)),
    form: async ({ query, ctx }) => formShown(deps, query.capitalId, (await ctx.user?.())?.userId),

    async saveForm({ body: { applicationId, values }, ctx: { userId } }) {
      return { savedAt: (await saveForm(deps, { userId, applicationId, values })).toISOString() }
    },

    submit: async ({ body: { applicationId, values }, ctx: { userId } }) =>
      applicationShown(db, deps, await submit(deps, { userId, applicationId, values })),
    handOver: ({ body: { applicationId }, ctx: { userId } }) => handOver(deps, { userId, applicationId }),
    returned: async ({ body, ctx: { userId } }) => applicationShown(db, deps, await returned(deps, body, userId)),
    result: async ({ query: { applicationId }, ctx: { userId } }) =>
      resultShown(deps, await applicationAsked(deps, { userId, applicationId })),

    async next({ body: { applicationId }, ctx: { userId } }) {
      const { application, next } = await moveToNext(deps, { userId, applicationId })
      return {
        application: await applicationShown(db, deps, application),
        next: summaryOf(next.partner, { on: today(clock), facts: next.facts }),
      }
    },

    stop: async ({ body: { applicationId }, ctx: { userId } }) => applicationShown(db, deps, await stop(deps, { userId, applicationId })),

    async terms({ query: { applicationId }, ctx: { userId } }) {
      const application =
        applicationId === undefined ? await openApplicationOf(db, userId) : await findApplication(db, { userId, applicationId })
      return termsShown(deps, application ?? fail('CAPITAL_APPLICATION_NOT_FOUND'))
    },

    applyNotice: ({ body }) =>
      takeNotice(deps, body, {
        kind: 'partnerApplication',
        // The signature proves which partner reports, and a partner reports on its own applications only.
        isTheirs: async ({ userId, orderId }) =>
          (await findApplication(db, { userId, applicationId: orderId }))?.lenderId === body.lenderId,
        learn: (tx, { userId, orderId }) =>
          learnApplication(tx, deps, { userId, applicationId: orderId, orderKey: body.key }, newsOf(body)),
      }),

    handOverData: ({ body }) => handOverData(deps, body),
  }
}

/** A notice in the partner's words as news of an application. */
function newsOf(body: ParsedOf<typeof capital.applyNotice>['body']): PartnerNews {
  switch (body.result) {
    case 'reviewing':
      return { kind: 'accepted' }
    case 'approved':
      return { kind: 'approved', amountFen: body.amountFen, periodsMax: body.periodsMax, until: momentOf(body.validUntil) }
    case 'incomplete':
      return { kind: 'incomplete', missing: body.missing ?? [], until: momentOf(body.missingUntil) }
    case 'refused':
      return { kind: 'refused', reason: body.reason ?? 'refused' }
    case 'cancelled':
      return { kind: 'cancelled' }
  }
}
