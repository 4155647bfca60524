import { useCallback, useEffect, useRef, useState } from 'react'
import { api, isRefusal } from '#platform/api.ts'
import { useQueryClient } from '#platform/query.ts'
import { type Area, type Draft, profileLook } from './apply.queries.ts'

const quietMs = 800
const retryMs = 5000

export type DraftState = { readonly step: 'idle' | 'saving' | 'failed' } | { readonly step: 'saved'; readonly at: string }

type Work = { dirty: boolean; running: boolean; mounted: boolean; delay: number; timer?: ReturnType<typeof setTimeout> }

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
  const work = useRef<Work>({ dirty: false, running: false, mounted: true, delay: quietMs })
  const tell = useCallback((next: DraftState) => {
    if (work.current.mounted) setSaved(next)
  }, [])
  const save = useCallback(
    async (leaving = false): Promise<void> => {
      const now = work.current
      clearTimeout(now.timer)
      if (!now.dirty || (now.running && !leaving)) return
      now.dirty = false
      now.running = true
      tell({ step: 'saving' })
      try {
        const { savedAt } = await api.apply.saveDraft({ body: { draft: latest.current.draft } }, { quiet: true, keepalive: leaving })
        latest.current.savedAt = savedAt
        tell({ step: 'saved', at: savedAt })
        now.delay = quietMs
      } catch (failure) {
        // A refusal does not get better by asking again; handing in will say why.
        if (!isRefusal(failure)) now.dirty = true
        now.delay = retryMs
        tell({ step: isRefusal(failure) ? 'idle' : 'failed' })
      }
      now.running = false
      if (now.dirty && now.mounted) now.timer = setTimeout(() => void save(), now.delay)
    },
    [tell],
  )
  useLeaving(() => void save(true))
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
    (next: Partial<Draft>, path?: readonly Area[]) => {
      latest.current.draft = { ...latest.current.draft, ...next }
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
