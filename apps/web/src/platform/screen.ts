import type { ComponentType } from 'react'
import { useMemo } from 'react'
import { useLocation, useParams } from 'react-router'
import type { Namespace } from '#locales/resources.ts'

export type ScreenMeta = {
  /** No title bar of the page itself (…Out pages, inside an app). */
  readonly hideH5Header?: boolean
  /** The native app is told to show its title bar with the screen's title. */
  readonly showAppHeader?: boolean
  /** Stays mounted while another screen is in front. */
  readonly keepAlive?: boolean
  /** user: a guest is sent to log in first and comes back here. */
  readonly auth: 'guest' | 'user'
  /** One of the three main places: shows the tab bar and no way back. */
  readonly tab?: 'home' | 'borrowMoney' | 'account'
  /** R2.80: entering sends an init event; 'user' only when logged in. */
  readonly tracksInit?: true | 'user'
  /** The end of a way through its slice, whose other screens are done with: Back to one of them leads home. */
  readonly endsWay?: true
  /** R2.71: shows the title of the screen it was entered from, when there was one. */
  readonly titleOfPrevious?: boolean
  /**
   * A screen about money ends with the way to complain. Says where its loan is named, if it is about one: `:id` of the path, `?loanId=`, or
   * the Page that the screen draws; 'pageOnly' has no such way unless the Page names a loan or says that it is about money.
   */
  readonly aboutMoney?: 'path' | 'query' | 'page' | 'pageOnly'
}

export type Screen<P extends `/${string}` = `/${string}`> = {
  /** Exactly as in the specification; `:name` is a parameter. */
  readonly path: P
  /** '<slice>:<key>' in the packs. */
  readonly titleKey: `${Namespace}:${string}`
  readonly meta: ScreenMeta
  /** What behaviour events call the page; unique. */
  readonly label: string
  /** Word slices of other slices that the screen shows beside its own, e.g. 'option'. */
  readonly words?: readonly Namespace[]
  /** `async () => (await import('./home-screen.tsx')).HomeScreen`; 'later' for a screen that is not built yet and says so. */
  readonly load: (() => Promise<ComponentType>) | 'later'
}

/** Declares a screen, once: router, title, header, tracking and the every-screen test come from it. */
export const screen = <const P extends `/${string}`>(declared: Screen<P>): Screen<P> => declared

type NameOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NameOf<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
type Values<P extends string> = { readonly [K in NameOf<P>]: string | number }
type Query = Readonly<Record<string, string | number | undefined>>

/** `to(repayScreens.detail, { id: loanId }, { mode: 'all' })`: a missing or misspelt parameter does not compile. */
export function to<P extends `/${string}`>(
  target: Screen<P>,
  ...rest: [NameOf<P>] extends [never] ? [params?: undefined, query?: Query] : [params: Values<P>, query?: Query]
): string {
  const [params, query = {}] = rest
  const values = new Map(Object.entries(params ?? {}))
  const path = target.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/** The parameters of the address, as the screen's path names them; '' for one that the address lacks. */
export function useScreenParams<P extends `/${string}`>(_screen: Screen<P>): { readonly [K in NameOf<P>]: string } {
  const params = useParams()
  // The router fills exactly the names of the path that matched, and that is this screen's path.
  return params as { readonly [K in NameOf<P>]: string }
}

/** What stands behind the question mark of the address. */
export function useAddressQuery(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** A whole number out of an address; undefined when it is none, so that the screen can say that nothing was found. */
export function idOf(text: string | null | undefined): number | undefined {
  return text != null && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined
}
