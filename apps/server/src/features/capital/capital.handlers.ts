import type { capital } from '@fyh/contract/capital.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Deps, SliceHandlers } from '#platform/deps.ts'
import { productPageOf } from './product-page.ts'

export function capitalHandlers(deps: Deps): SliceHandlers<typeof capital> {
  return {
    product: async ({ query: { periods }, ctx }) => productPageOf(deps, { userId: (await ctx.user?.())?.userId, periods }),
    match: async () => ({ hit: null, others: [], openApplicationId: null }),
    detail: async () => fail('CAPITAL_NOT_LISTED'),
    text: async () => fail('CAPITAL_NOT_LISTED'),
    click: async () => ({ recorded: false }),
    profile: async () => ({ partners: [] }),
    consentEffect: async () => fail('CAPITAL_CONSENT_NOT_FOUND'),
    withdrawConsent: async () => fail('CAPITAL_CONSENT_NOT_FOUND'),
    open: async () => fail('CAPITAL_NOT_LISTED'),
    form: async ({ ctx }) => ({
      partner: null,
      fields: [],
      values: {},
      prefilled: [],
      savedAt: null,
      application: null,
      isGuest: (await ctx.user?.()) === undefined,
    }),
    saveForm: async () => fail('CAPITAL_APPLICATION_NOT_FOUND'),
    submit: async () => fail('CAPITAL_APPLICATION_NOT_FOUND'),
    handOver: async () => fail('CAPITAL_APPLICATION_NOT_FOUND'),
    returned: async () => fail('HAND_OVER_UNKNOWN'),
    result: async ({ query: { applicationId } }) =>
      applicationId === undefined
        ? { application: null, steps: [], worked: null, earlier: [], next: null, canMoveOn: false, canStop: false }
        : fail('CAPITAL_APPLICATION_NOT_FOUND'),
    next: async () => fail('CAPITAL_APPLICATION_NOT_FOUND'),
    stop: async () => fail('CAPITAL_APPLICATION_NOT_FOUND'),
    terms: async () => fail('CAPITAL_APPLICATION_NOT_FOUND'),
  }
}
