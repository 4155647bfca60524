import type { Host } from '#host/port.ts'
import { currentLanguage, htmlLanguage, wordOf } from '#locales/i18n.ts'
import { connectApi } from '#platform/api.ts'
import { expiryHandler } from '#platform/expiry.ts'
import { connectNavigation } from '#platform/navigation.ts'
import { pageFact } from '#platform/page-facts.ts'
import { safeAddress } from '#platform/safe-address.ts'
import { firstChannelCode } from '#platform/storage.ts'
import { useUserStore } from '#platform/store.ts'
import { startTrace } from '#platform/trace.ts'
import { holdPressesUntil } from '#ui/press.ts'
import { toast } from '#ui/toast.tsx'
import { addressOf } from './navigation.ts'
import type { AppRouter } from './router.tsx'

/** The partner hosts a visit may be handed back to; the server's page names them. */
const partnerHosts = (): string[] => (pageFact('partner-hosts') ?? '').split(' ').filter(Boolean)

const leaveTo = (address: string): void => {
  const safe = safeAddress(address, window.location.origin, partnerHosts())
  window.location.assign(safe ?? '/')
}

/** Ties the platform to host, router and words: done once, before the first screen. */
export function startRelations({ host, router }: { host: Host; router: AppRouter }): void {
  const expiry = expiryHandler({
    host,
    say: toast,
    // Who is on the way to another screen has left this one.
    here: () => addressOf(router.state.navigation.location ?? router.state.location),
    replace: (path) => void router.navigate(path, { replace: true }),
    leaveTo,
  })
  useUserStore.subscribe((state) => {
    if (state.token !== '') expiry.calledOff()
  })
  holdPressesUntil(() => standingStill(router))
  firstChannelCode()
  connectNavigation({ host, leave: leaveTo, partnerHosts: partnerHosts() })
  connectApi({
    language: () => htmlLanguage[currentLanguage()],
    say: toast,
    words: {
      httpFailed: (status) => wordOf('shell:error.http', { status }),
      noAnswer: () => wordOf('shell:error.noAnswer'),
      unsent: () => wordOf('shell:error.unsent'),
    },
    onExpired: expiry.expired,
    onChange: host.noteChange,
  })
  // A chunk that cannot be had costs the tracking of this visit and nothing else.
  void startTrace(pageFact('trace-host') ?? '').catch(() => undefined)
  void import('./behaviour.ts').then(({ watchBehaviour }) => watchBehaviour(router)).catch(() => undefined)
}

/** Ends when no other screen is on its way. */
const standingStill = (router: AppRouter): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.navigation.state === 'idle') return resolve()
    const stop = router.subscribe(({ navigation }) => {
      if (navigation.state !== 'idle') return
      stop()
      resolve()
    })
  })
