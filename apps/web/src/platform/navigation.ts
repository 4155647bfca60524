import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { type Host, powerlessHost } from '#host/port.ts'
import { safeAddress, safePath } from './safe-address.ts'
import { decodedText, session } from './storage.ts'

/** Until main hands over the real one. */
let host: Host = powerlessHost
let leave: (address: string) => void = () => undefined
let partnerHosts: readonly string[] = []
let depart = (address: string): void => window.location.assign(address)

/** Handed over once by main. */
export function connectNavigation(around: {
  host: Host
  leave: (address: string) => void
  partnerHosts?: readonly string[]
  /** In tests, in place of the browser's own way to another page. */
  depart?: (address: string) => void
}): void {
  host = around.host
  leave = around.leave
  partnerHosts = around.partnerHosts ?? []
  depart = around.depart ?? depart
}
export const currentHost = (): Host => host

type Navigate = (to: string | number, options?: { replace?: boolean }) => unknown

/** R2.85: the address a partner left in the session, else the host's home, else our own. */
export async function goHome(navigate: Navigate): Promise<void> {
  const redirUrl = session.get('redirUrl')
  const partner =
    session.get('productType') === undefined || redirUrl === undefined
      ? undefined
      : safeAddress(decodedText(redirUrl), window.location.origin, partnerHosts)
  if (partner !== undefined) leave(partner)
  else if (!(await host.goHome())) navigate('/', { replace: true })
}

/** The router counts positions in the history's state; the first one has nothing of ours before it. */
const isFirstPosition = (): boolean => (window.history.state?.idx ?? 0) === 0

/** R2.86: home when the address says goHome=true, else the host's back from the first position, else one step back. */
export async function goBack(navigate: Navigate): Promise<void> {
  const isFirst = isFirstPosition()
  if (new URLSearchParams(window.location.search).get('goHome') === 'true') await goHome(navigate)
  else if (!(await host.back({ isFirst }))) {
    if (isFirst) await goHome(navigate)
    else navigate(-1)
  }
}

/** AU-05: where a login ends: a place of this application or of an allowed partner, anything else is home. */
export function land(navigate: Navigate, redirectUrl: string | null): unknown {
  const { origin } = window.location
  const path = safePath(redirectUrl, origin)
  const partner = path === '/' && redirectUrl !== null ? safeAddress(redirectUrl, origin, partnerHosts) : undefined
  return partner === undefined || new URL(partner).origin === origin ? navigate(path, { replace: true }) : leave(partner)
}

/** Leaves for an address that the server handed out, such as a partner's own page. Nothing a visit brought along may come here unjudged. */
export const leaveFor = (address: string): void => depart(address)

export type Go = {
  /** A path made by `to(screen, …)`. */
  readonly to: (path: string) => void
  /** As `to`, without leaving the present screen in the history (after a submit). */
  readonly replace: (path: string) => void
  readonly back: () => void
  readonly home: () => void
  /** To the redirectUrl of the login's address. */
  readonly land: (redirectUrl: string | null) => void
}

/** Moving between screens. One that was left leads nowhere: an answer that comes late takes nobody away from where they went. */
export function useGo(): Go {
  const navigate = useNavigate()
  const goneFrom = useRef<string>(undefined)
  useEffect(() => {
    const { pathname } = window.location
    goneFrom.current = undefined
    return () => {
      goneFrom.current = pathname
    }
  }, [])
  return useMemo(() => {
    const unlessLeft =
      <A extends unknown[]>(move: (...given: A) => unknown) =>
      (...given: A) => {
        // A part of a screen may be gone while the person is still there.
        if (goneFrom.current === undefined || goneFrom.current === window.location.pathname) void move(...given)
      }
    return {
      to: unlessLeft((path: string) => navigate(path)),
      replace: unlessLeft((path: string) => navigate(path, { replace: true })),
      back: unlessLeft(() => goBack(navigateOf(navigate))),
      home: unlessLeft(() => goHome(navigateOf(navigate))),
      land: unlessLeft((redirectUrl: string | null) => land(navigateOf(navigate), redirectUrl)),
    }
  }, [navigate])
}

const navigateOf =
  (navigate: ReturnType<typeof useNavigate>): Navigate =>
  (target, options) =>
    typeof target === 'number' ? navigate(target) : navigate(target, options)
