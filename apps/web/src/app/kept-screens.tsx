import { Activity, type ContextType, Fragment, type ReactNode, useContext, useState } from 'react'
import { UNSAFE_LocationContext as LocationContext, useOutlet } from 'react-router'
import { useUserStore } from '#platform/store.ts'
import { addressOf } from './navigation.ts'
import { entryAt } from './screens.ts'

type Kept = { readonly id: string; readonly token: string; readonly where: ContextType<typeof LocationContext>; readonly outlet: ReactNode }

/**
 * The screen in front, and behind it, hidden, those that the table keeps alive: one of each, at the address where it was
 * left. A hidden screen sees that address and not the one in front; its effects are off, so what it shows is asked for
 * anew when it comes back. Nothing is kept over a change of the login.
 */
export function KeptScreens() {
  const where = useContext(LocationContext)
  const outlet = useOutlet()
  const token = useUserStore((state) => state.token)
  const [kept] = useState(() => new Map<string, Kept>())
  const screen = entryAt(where.location.pathname)?.screen
  const id = screen?.meta.keepAlive === true ? `${token} ${addressOf(where.location)}` : undefined
  for (const [path, one] of kept) if (one.token !== token) kept.delete(path)
  if (screen !== undefined && id !== undefined) kept.set(screen.path, { id, token, where, outlet })
  return (
    <>
      {[...kept.values()].map((one) => (
        <Activity key={one.id} mode={one.id === id ? 'visible' : 'hidden'}>
          <LocationContext value={one.where}>{one.outlet}</LocationContext>
        </Activity>
      ))}
      {id === undefined && <Fragment key="front">{outlet}</Fragment>}
    </>
  )
}
