import type { QueryClient } from '@tanstack/react-query'
import { land } from '#platform/navigation.ts'
import { storageKeys } from '#platform/storage-keys.ts'
import { isLoggedIn, takeStoredLogin } from '#platform/store.ts'
import { drawAnew } from './front.ts'
import { addressOf, loginAddress } from './navigation.ts'
import type { AppRouter } from './router.tsx'
import { entryAt, loginScreen } from './screens.ts'

const watched: readonly (string | null)[] = [storageKeys.local.token, storageKeys.local.appUser, null]

/**
 * Tabs share one login: what one tab does, the others follow. After a logout a screen that needs a borrower leads to the
 * login and comes back to itself; after a login the login screen goes on; no tab keeps showing what another account saw. A page that
 * was frozen or hidden meanwhile heard of nothing, and looks when it is in front again. The answer stops the following.
 */
export function followOtherTabs(router: AppRouter, client: QueryClient): () => void {
  const follow = async () => {
    if (!(await takeStoredLogin())) return
    await showLogin(router, client)
  }
  const hear = ({ key }: StorageEvent) => {
    if (watched.includes(key)) void follow()
  }
  const look = () => {
    if (document.visibilityState === 'visible') void follow()
  }
  window.addEventListener('storage', hear)
  window.addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    window.removeEventListener('storage', hear)
    window.removeEventListener('pageshow', look)
    document.removeEventListener('visibilitychange', look)
  }
}

/** After the login became another one by a way outside this page: nothing of the former is shown, and the place shown is one for the present. */
export async function showLogin(router: AppRouter, client: QueryClient): Promise<void> {
  drawAnew()
  const { location } = router.state
  const replace = (path: string) => router.navigate(path, { replace: true })
  if (isLoggedIn() && location.pathname === loginScreen.path)
    await land((path, options) => router.navigate(String(path), options), new URLSearchParams(location.search).get('redirectUrl'))
  else if (!isLoggedIn() && entryAt(location.pathname)?.screen.meta.auth === 'user') await replace(loginAddress(addressOf(location)))
  else await replace(addressOf(location))
  client.getMutationCache().clear()
  client.removeQueries({ type: 'inactive' })
  // Forgets what is known, and asks anew for what the screen in front shows; one that was left for the login asks nothing.
  void client.resetQueries()
}
