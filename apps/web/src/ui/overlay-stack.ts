/**
 * The open sheets and dialogs, the newest last. The router asks here before it goes back: a press of Back closes
 * the newest overlay and leaves the page and what was typed as they are.
 */
type Overlay = { close: () => void }

const open: Overlay[] = []

/** Adds an overlay; the answer takes it off again. The page below does not scroll while one is open. */
export function pushOverlay(overlay: Overlay): () => void {
  open.push(overlay)
  document.body.dataset.locked = ''
  return () => {
    const place = open.indexOf(overlay)
    if (place >= 0) open.splice(place, 1)
    if (open.length === 0) delete document.body.dataset.locked
  }
}

export const hasOverlay = (): boolean => open.length > 0

export function isTopOverlay(overlay: Overlay): boolean {
  return open[open.length - 1] === overlay
}

export function closeTopOverlay(): void {
  open[open.length - 1]?.close()
}
