import { useCallback, useEffect, useRef, useState } from 'react'
import { api, isRefusal } from '#platform/api.ts'
import { useQueryClient } from '#platform/query.ts'
import { session } from '#platform/storage.ts'
import { type Area, type Draft, profileLook } from './apply.queries.ts'

const quietMs = 800
const retryMs = 5000

export type DraftState = { readonly step: 'idle' | 'saving' | 'failed' } | { readonly step: 'saved'; readonly at: string }

type Work = { dirty: boolean; mounted: boolean; running?: AbortController | undefined; timer?: ReturnType<typeof setTimeout> }

/**
 * Keeps what is typed with the server, never in the browser's storage: a moment after the last change, at once when the person
 * leaves or hides the page. One save runs at a time and the newest text is always the last one sent.
 */
export function useDraft(initial: { draft: Draft; areaPath: readonly Area[]; savedAt: string | null }) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(initial.draft)
  const [areaPath, setAreaPath] = useState(initial.areaPath)
  const [saved, setSaved] = useState<DraftState>(initial.savedAt === null ? { step: 'idle' } : { step: 'saved', at: initial.savedAt })
  const latest = useRef({ draft: initial.draft, areaPath: initial.areaPath, savedAt: initial.savedAt })
  const work = useRef<Work>({ dirty: false, mounted: true })
  const tell = useCallback((next: DraftState) => {
    if (work.current.mounted) setSaved(next)
  }, [])
  const save = useCallback(
    async (leaving = false): Promise<void> => {
      const now = work.current
      clearTimeout(now.timer)
      if (!now.dirty || (now.running !== undefined && !leaving)) return
      // The newest text must be the last to arrive, so an older save does not go on beside it.
      now.running?.abort()
      const mine = new AbortController()
      now.running = mine
      now.dirty = false
      tell({ step: 'saving' })
      const outcome = await sendDraft(latest.current.draft, mine.signal)
      if (now.running !== mine) return
      now.running = undefined
      if (outcome.step === 'saved') latest.current.savedAt = outcome.at
      if (outcome.step === 'failed') now.dirty = true
      else session.remove('draftLeft')
      tell(outcome)
      if (now.dirty && now.mounted) now.timer = setTimeout(() => void save(), outcome.step === 'failed' ? retryMs : quietMs)
    },
    [tell],
  )
  useLeaving(() => {
    const { dirty, running } = work.current
    if (dirty || running !== undefined) session.set('draftLeft', latest.current.savedAt ?? 'never')
    void save(true)
  })
  useEffect(() => {
    const now = work.current
    now.mounted = true
    return () => {
      now.mounted = false
      // Coming back within this visit shows this at once, also while the save is still on its way.
      client.setQueryData(profileLook().queryKey, { ...latest.current, areaPath: [...latest.current.areaPath] })
      void save(true)
    }
  }, [client, save])
  const change = useCallback(
    (next: (newest: Draft) => Partial<Draft>, path?: readonly Area[]) => {
      latest.current.draft = { ...latest.current.draft, ...next(latest.current.draft) }
      setDraft(latest.current.draft)
      if (path !== undefined) {
        latest.current.areaPath = path
        setAreaPath(path)
      }
      work.current.dirty = true
      clearTimeout(work.current.timer)
      work.current.timer = setTimeout(() => void save(), quietMs)
    },
    [save],
  )
  /** What was handed in needs no draft any more. */
  const done = useCallback(() => {
    clearTimeout(work.current.timer)
    work.current.dirty = false
  }, [])
  return { draft, areaPath, saved, change, done }
}

/** Every save may be the last before the page goes away. A refusal does not get better by asking again; handing in will say why. */
async function sendDraft(draft: Draft, signal: AbortSignal): Promise<DraftState> {
  try {
    const { savedAt } = await api.apply.saveDraft({ body: { draft } }, { quiet: true, keepalive: true, signal })
    return { step: 'saved', at: savedAt }
  } catch (failure) {
    return { step: isRefusal(failure) ? 'idle' : 'failed' }
  }
}

/** The last moments a page is sure to get: hidden, or going away. */
function useLeaving(leave: () => void): void {
  const latest = useRef(leave)
  latest.current = leave
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') latest.current()
    }
    const onGo = () => latest.current()
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', onGo)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', onGo)
    }
  }, [])
}
