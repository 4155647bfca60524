// Fetches the page again and takes over the parts that live on; forms and what is typed in them stay as they are.
const everyMs = 2000

async function refresh() {
  try {
    const response = await fetch('/', { headers: { accept: 'text/html' } })
    if (response.ok) takeOver(new DOMParser().parseFromString(await response.text(), 'text/html'))
  } catch {
    // The sandbox is away for a moment; the next look may find it again.
  }
  setTimeout(refresh, everyMs)
}

function takeOver(fresh) {
  for (const shown of document.querySelectorAll('[data-live]')) {
    const next = fresh.getElementById(shown.id)
    const isUsed = shown.contains(document.activeElement) && document.activeElement !== shown
    if (next && !isUsed && next.innerHTML !== shown.innerHTML) shown.innerHTML = next.innerHTML
  }
}

// What a form said is for this visit alone.
history.replaceState(null, '', `${location.pathname}${location.hash}`)
setTimeout(refresh, everyMs)
