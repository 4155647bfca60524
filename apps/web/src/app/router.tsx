import { createBrowserRouter, type MiddlewareFunction, type RouteObject, redirect } from 'react-router'
import { loadScreen } from './load-screen.ts'
import { addressOf, afterEach, beforeEach } from './navigation.ts'
import { NotFound } from './not-found.tsx'
import { ScreenError } from './screen-error.tsx'
import { screenTable } from './screens.ts'
import { Shell } from './shell.tsx'

export type AppRouter = ReturnType<typeof createBrowserRouter>

/** The router, with what happens before and after each navigation. */
export function makeRouter({ brandName }: { brandName: string }): AppRouter {
  let router: AppRouter | undefined
  const before: MiddlewareFunction = async (_, next) => {
    beforeEach(router?.state.navigation.location ?? window.location)
    return next()
  }
  const screens: RouteObject[] = screenTable.map((entry) => ({
    path: entry.screen.path,
    handle: entry,
    // A loader makes the router run the middleware for this route on every navigation.
    loader: () => null,
    lazy: async () => {
      const target = router?.state.navigation.location ?? window.location
      return { Component: await loadScreen(entry, (address) => window.location.replace(address), addressOf(target)) }
    },
  }))
  router = createBrowserRouter([
    {
      path: '/',
      middleware: [before],
      Component: Shell,
      ErrorBoundary: ScreenError,
      HydrateFallback: Waiting,
      children: [
        { index: true, loader: () => redirect('/home') },
        { ErrorBoundary: ScreenError, children: [...screens, { path: '*', loader: () => null, Component: NotFound }] },
      ],
    },
  ])
  watchArrivals(router, brandName)
  return router
}

/** Nothing is drawn before the first screen is there; it takes one round trip. */
const Waiting = () => null

/** One arrival for each history entry that is reached, however often React draws it. */
function watchArrivals(router: AppRouter, brandName: string): void {
  let last: string | undefined
  let from: string | undefined
  const look = () => {
    const { initialized, navigation, location } = router.state
    if (!initialized || navigation.state !== 'idle' || last === `${location.key} ${addressOf(location)}`) return
    last = `${location.key} ${addressOf(location)}`
    afterEach(location, from, brandName)
    from = location.pathname
  }
  router.subscribe(look)
  look()
}
