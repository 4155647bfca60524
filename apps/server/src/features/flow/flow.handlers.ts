import { assert } from '@fyh/base/assert.ts'
import { parseMobile } from '@fyh/base/chinese-data.ts'
import type { flow } from '@fyh/contract/flow.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Deps, SliceHandlers } from '#platform/deps.ts'
import { shownUser, userOfToken } from '../session/session.ts'
import type { Channels } from './channels.ts'
import { landingOf } from './landing.ts'
import { exchangeReference, type FlowNeighbours, makeReference } from './references.ts'

export function flowHandlers(deps: Deps, channels: Channels, neighbours: FlowNeighbours): SliceHandlers<typeof flow> {
  const { config } = deps
  return {
    channel: ({ query, ctx }) => landingOf(deps, channels, { channelCode: query.channelCode, language: ctx.language }),

    async refer({ body: { channelCode, productType, mobile, ...rest } }) {
      const parsed = parseMobile(mobile) ?? fail('MOBILE_INVALID')
      const { loginRefer, expiresAt } = await makeReference(deps, channels, { channelCode, mobile: parsed, ...rest })
      const address = `${config.apiUrl}/h5Middle?${new URLSearchParams({ loginRefer, channelCode, productType })}`
      return { loginRefer, expiresAt: expiresAt.toISOString(), address }
    },

    loginRefer: ({ params, ctx }) => exchangeReference(deps, channels, neighbours, { loginRefer: params.id, guest: ctx }),

    async agreeRefer({ params, body: { productType, ...consent }, ctx }) {
      const given = { brand: productType, ...consent }
      const answer = await exchangeReference(deps, channels, neighbours, { loginRefer: params.id, guest: ctx, consent: given })
      assert(answer.state === 'login', 'who has consented is not asked again')
      return answer
    },

    async handOver({ body, ctx }) {
      const user = await (body.token === undefined ? ctx.user?.() : userOfToken(deps, body.token, ctx))
      if (user === undefined) return fail('HANDED_LOGIN_INVALID')
      return { user: await shownUser(deps, neighbours, user.userId) }
    },

    download: async () => config.download,
  }
}
