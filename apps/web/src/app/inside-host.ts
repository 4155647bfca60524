import { constants } from '@fyh/contract/options.ts'
import type { QueryClient } from '@tanstack/react-query'
import { enterMessenger, followMessenger } from '#features/messenger/messenger.screens.ts'
import type { Host } from '#host/port.ts'
import { takeOut } from '#platform/address-parts.ts'
import { takeHandedLogin } from '#platform/handed-login.ts'
import { goBack } from '#platform/navigation.ts'
import { local, session } from '#platform/storage.ts'
import { closeTopOverlay, hasOverlay } from '#ui/overlay-stack.ts'
import { showLogin } from './other-tabs.ts'
import type { AppRouter } from './router.tsx'

/** Before the first screen, in every host that is no plain browser: what the host says of itself and of the person. Fetched only there. */
export async function enterHost(host: Host): Promise<void> {
  if (host.kind === 'messenger') await enterMessenger(host)
  if (host.kind === 'miniProgram') enterMiniProgram()
  if (!host.isNativeApp) return
  const [market] = await Promise.all([host.isMarket(), takeIdentity(host)])
  if (market.outcome !== 'ok') return
  if (market.data) session.set('market', '1')
  else session.remove('market')
}

/** What the host tells later: its back key, and a login or logout of its own. */
export function followHost(host: Host, router: AppRouter, client: QueryClient): void {
  if (host.kind === 'messenger' || host.kind === 'miniProgram') void followMessenger(host, router)
  const navigate = (target: string | number, options?: { replace?: boolean }) =>
    typeof target === 'number' ? router.navigate(target) : router.navigate(target, options)
  host.listen({
    back: () => {
      if (hasOverlay()) closeTopOverlay()
      else void goBack(navigate)
    },
    identity: () => void takeIdentity(host).then((isOther) => (isOther ? showLogin(router, client) : undefined)),
  })
}

async function takeIdentity(host: Host): Promise<boolean> {
  const identity = await host.identity()
  return identity.outcome === 'ok' && takeHandedLogin(identity.data)
}

/** R6.2: its channel, and the token in the address, which leaves the address before anything could write it down. */
function enterMiniProgram(): void {
  local.set('channelCode', constants.channelCodeMini)
  const { values, rest } = takeOut(window.location.href, ['token'])
  if (values.token === undefined) return
  window.history.replaceState(window.history.state, '', rest)
  takeHandedLogin({ token: values.token })
}
