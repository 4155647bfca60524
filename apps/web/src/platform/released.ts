/** Has there been a release since this page was opened: does the entry page start another script by now? Unknown counts as no. */
export async function isReleased(): Promise<boolean> {
  const own = document.querySelector('script[src^="/assets/"]')?.getAttribute('src')
  if (own == null) return false
  try {
    const entry = await fetch('/', { cache: 'no-cache' })
    return entry.ok && !(await entry.text()).includes(own)
  } catch {
    return false
  }
}
