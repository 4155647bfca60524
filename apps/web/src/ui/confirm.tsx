import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'

export type Question = {
  title: string
  body?: ReactNode
  /** Default: the kit's words for confirm and cancel. */
  yes?: string | undefined
  no?: string | undefined
  /** The act cannot be undone. */
  danger?: boolean | undefined
}

export type Asked = Question & { answer: (yes: boolean) => void }
let asked: Asked | undefined
const listeners = new Set<() => void>()

function setAsked(next: Asked | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks and waits: true when the person agrees, false on the other button, Escape, Back or the scrim. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    setAsked({
      ...question,
      answer: (yes) => {
        setAsked(undefined)
        resolve(yes)
      },
    })
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const askedNow = () => asked
/** A page that the server drew has none. */
const noneDrawn = () => undefined

const AskedDialog = lazy(async () => ({ default: (await import('./asked-dialog.tsx')).AskedDialog }))

/** Draws what `confirm` asks; the shell holds one. The dialog itself comes with the first question. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribe, askedNow, noneDrawn)
  if (question === undefined) return null
  return (
    <Suspense>
      <AskedDialog question={question} />
    </Suspense>
  )
}
