import { createHash } from 'node:crypto'
import { randomText } from '@fyh/base/ids.ts'
import type { messenger } from '@fyh/contract/messenger.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Deps, Guest, SliceHandlers } from '#platform/deps.ts'
import { exchangeOnce } from './exchange.ts'
import { openIdOf, rememberIdentity } from './identities.ts'
import { lentValue, withAccessToken } from './lent-values.ts'
import { refuse } from './refusals.ts'
import { readTicket, ticketFor } from './tickets.ts'

export function messengerHandlers(deps: Deps): SliceHandlers<typeof messenger> {
  const { account, mini, authorizeUrl } = deps.config.messenger
  const appOf = ({ messengerAppId }: Guest): string =>
    [account, mini].find((app) => app !== undefined && app.appId === (messengerAppId ?? account.appId))?.appId ??
    fail('MESSENGER_APP_UNKNOWN')
  return {
    subscribeInfo: async ({ ctx }) => {
      const user = await ctx.user?.()
      const openId = user && (await openIdOf(deps, { userId: user.userId, appId: account.appId }))
      return { appId: account.appId, authorizeUrl, subscribed: openId === undefined ? null : await follows(deps, openId) }
    },
    grantInfo: async ({ body, ctx }) => {
      const appId = appOf(ctx)
      const person = await exchangeOnce(deps, { appId, code: body.code, address: ctx.address, device: ctx.device })
      return { ...person, appId, ticket: ticketFor(deps, { appId, ...person }) }
    },
    linkIdentity: async ({ body, ctx }) => {
      const identity = readTicket(deps, body.ticket) ?? fail('MESSENGER_TICKET_INVALID')
      await rememberIdentity(deps, ctx.userId, identity)
      return {}
    },
    scriptConfig: async ({ body }) => {
      const lent = await lentValue(deps, { appId: account.appId, kind: 'script' })
      if (lent.answer !== 'ok') return refuse(lent)
      return { appId: account.appId, ...signed(deps, lent.value, body.url) }
    },
  }
}

/** Whether a person follows the account; null when the messenger does not say, which keeps nobody from anything. */
async function follows(deps: Deps, openId: string): Promise<boolean | null> {
  const told = await withAccessToken(deps, deps.config.messenger.account.appId, (accessToken) =>
    deps.providers.messenger.follows({ accessToken, openId }),
  )
  return told.answer === 'ok' ? told.follows : null
}

/** As the messenger's script checks it: SHA-1 over four fields in the order of their names; what follows # is not sent to anyone. */
function signed({ clock }: Deps, ticket: string, url: string) {
  const nonceStr = randomText(16)
  const timestamp = Math.floor(clock.machineNow().getTime() / 1_000)
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url.split('#')[0]}`
  return { nonceStr, timestamp, signature: createHash('sha1').update(text).digest('hex') }
}
