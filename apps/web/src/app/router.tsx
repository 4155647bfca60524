import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type createBrowserRouter,
  UNSAFE_createRouter as createRouter,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  type Location,
  type MiddlewareFunction,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
} from 'react-router'
import { loadScreen, orOpenAnew } from './load-screen.ts'
import { addressOf, afterEach, beforeEach, insteadOf } from './navigation.ts'
import { NotFound } from './not-found.tsx'
import type { HearPop } from './overlay-history.ts'
import { ScreenError } from './screen-error.tsx'
import { entryAt, firstEntries, learnMoreScreens, type TableEntry } from './screens.ts'
import { Shell } from './shell.tsx'
import { withBrand } from './visit.ts'
import { Waiting } from './waiting.tsx'

export type AppRouter = ReturnType<typeof createBrowserRouter>

/**
 * What createBrowserRouter does, put together from its parts: the function itself lives in one module with forms, links
 * and fetchers, which the application does not use and a first visit would pay for (5 KB).
 */
const browserRouter = (routes: RouteObject[], patchRoutesOnNavigation: PatchRoutesOnNavigationFunction): AppRouter =>
  createRouter({
    history: browserHistory(),
    routes,
    mapRouteProperties,
    hydrationRouteProperties,
    patchRoutesOnNavigation,
  }).initialize()

/** The browser's history, without the entries that open overlays have in it, and with the brand in addresses where nothing else keeps it. */
function browserHistory(): ReturnType<typeof createBrowserHistory> {
  const history = createBrowserHistory()
  const { listen, createHref } = history
  history.createHref = (target) => withBrand(createHref(target))
  let isForOverlay: HearPop = () => false
  history.listen = (hear) => listen((update) => void (isForOverlay(update) || hear(update)))
  void import('./overlay-history.ts').then(
    ({ keepOverlayEntries }) => (isForOverlay = keepOverlayEntries(history)),
    () => undefined,
  )
  return history
}

const screensId = 'screens'
/** The rest of the table comes while the person reads the first page, so that nothing waits for it later. */
const learnAfterMs = 1000

/** The router, with what happens before and after each navigation. */
export function makeRouter({ brandName }: { brandName: string }): AppRouter {
  let router: AppRouter | undefined
  /** Where the navigation that is under way leads; asked late, as the router begins to load before it says so. */
  const target = () => router?.state.navigation.location ?? window.location
  const before: MiddlewareFunction = async (_, next) => {
    beforeEach(target(), router?.state.location)
    return next()
  }
  const openAnew = () => window.location.replace(addressOf(target()))
  const routeOf = (entry: TableEntry): RouteObject => ({
    path: entry.screen.path,
    handle: entry,
    // A loader makes the router run the middleware for this route on every navigation.
    loader: () => null,
    lazy: async () => ({ Component: await loadScreen(entry, openAnew) }),
  })
  const routes: RouteObject[] = [
    {
      path: '/',
      middleware: [before],
      Component: Shell,
      ErrorBoundary: ScreenError,
      HydrateFallback: Waiting,
      children: [
        { index: true, loader: () => insteadOf(target(), `/home${target().hash}`), Component: Waiting },
        {
          id: screensId,
          ErrorBoundary: ScreenError,
          children: [...firstEntries.map(routeOf), { path: '*', loader: () => null, Component: NotFound }],
        },
      ],
    },
  ]
  const more = moreRoutes(routeOf)
  router = browserRouter(routes, async ({ path, patch }) => {
    if (entryAt(path, firstEntries) === undefined) await orOpenAnew({ name: screensId, openAnew }, () => more(patch))
  })
  watchArrivals(router, brandName)
  const { patchRoutes } = router
  // What cannot be had now is asked for when it is needed.
  setTimeout(() => void more(patchRoutes).catch(() => undefined), learnAfterMs)
  return router
}

/** Adds the routes that a first page can do without, once. */
function moreRoutes(routeOf: (entry: TableEntry) => RouteObject): (patch: AppRouter['patchRoutes']) => Promise<void> {
  let known = false
  return async (patch) => {
    const entries = await learnMoreScreens()
    if (!known) patch(screensId, entries.map(routeOf))
    known = true
  }
}

/** One arrival for each history entry that is reached, however often React draws it. */
function watchArrivals(router: AppRouter, brandName: string): void {
  let last: string | undefined
  let from: Location | undefined
  const look = () => {
    const { initialized, navigation, location } = router.state
    const place = `${location.key} ${addressOf(location)}`
    if (!initialized || navigation.state !== 'idle' || last === place) return
    last = place
    afterEach(location, from, brandName)
    from = location
  }
  router.subscribe(look)
  look()
}
