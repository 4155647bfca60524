import type { TraceEvent } from '@fyh/contract/trace-event.ts'
import { ApiError, whenCallFails } from '#platform/api.ts'
import { clock } from '#platform/clock.ts'
import { track } from '#platform/trace.ts'
import type { AppRouter } from './router.tsx'
import { entryAt } from './screens.ts'

const contentMax = 200
/** A button that is still busy with the press before does nothing more. */
const mainButtons = ['action', 'danger'].map((kind) => `button[data-kind=${kind}]:not([aria-busy=true])`).join()
/** A broken page may fail in a loop; what is said of it once is enough. */
const errorsMax = 20

/**
 * What a visit tells beside its arrivals: presses of a screen's main button, how long its form took, faults of the page and
 * calls that failed. Never what was typed or shown: no values, no texts of buttons, and no digits out of messages.
 */
export function watchBehaviour(router: AppRouter): void {
  const page = () => entryAt(router.state.location.pathname)?.screen.label ?? 'notFound'
  const tell = (event: Pick<TraceEvent, 'action' | 'event'>, content = '') =>
    track({ ...event, page: page(), content: content.slice(0, contentMax) })
  let form: { readonly place: string; readonly startedMs: number; readonly fields: Set<EventTarget> } | undefined
  document.addEventListener('input', ({ target }) => {
    if (target === null) return
    const place = router.state.location.key
    if (form?.place !== place) form = { place, startedMs: clock.machineNow().getTime(), fields: new Set() }
    form.fields.add(target)
  })
  const pressed = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest(mainButtons) === null) return
    tell({ action: 'tap', event: 'tap_main' })
    if (form?.place !== router.state.location.key) return
    const ms = clock.machineNow().getTime() - form.startedMs
    tell({ action: 'form', event: 'form_time' }, JSON.stringify({ ms, fields: form.fields.size }))
  }
  // Heard on the way down, before the press leads away from the screen it belongs to.
  document.addEventListener('click', pressed, { capture: true })
  let errors = 0
  const failed = (cause: unknown) => {
    if (cause instanceof ApiError) return
    errors += 1
    if (errors <= errorsMax) tell({ action: 'error', event: 'page_error' }, faultOf(cause))
  }
  window.addEventListener('error', ({ error, message }) => failed(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => failed(reason))
  whenCallFails((path, { kind, error }) =>
    tell({ action: 'error', event: `call_${kind}` }, error === undefined ? path : `${path} ${error}`),
  )
}

/** Name and message of a fault; digits could be somebody's and go. */
const faultOf = (cause: unknown): string => (cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)).replace(/\d/g, '#')
