/**
 * The open sheets and dialogs, the newest last. Whoever keeps the history follows them: a press of Back closes the newest
 * overlay and leaves the page and what was typed as they are.
 */
type Overlay = { close: () => void }
type Follower = { opened: () => void; closed: () => void }

const open: Overlay[] = []
let follower: Follower | undefined

/** Hears of each overlay that opens or closes. There is one follower; a new one takes its place. */
export function followOverlays(next: Follower): void {
  follower = next
}

/** Adds an overlay; the answer takes it off again. The page below does not scroll while one is open. */
export function pushOverlay(overlay: Overlay): () => void {
  open.push(overlay)
  document.body.dataset.locked = ''
  follower?.opened()
  return () => {
    const place = open.indexOf(overlay)
    if (place >= 0) open.splice(place, 1)
    if (open.length === 0) delete document.body.dataset.locked
    follower?.closed()
  }
}

export const overlayCount = (): number => open.length

export const hasOverlay = (): boolean => open.length > 0

export function isTopOverlay(overlay: Overlay): boolean {
  return open[open.length - 1] === overlay
}

/** Asks the newest overlay to close; one that must not be interrupted stays. */
export function closeTopOverlay(): void {
  open[open.length - 1]?.close()
}
