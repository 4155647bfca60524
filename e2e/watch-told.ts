import type { Page } from '@playwright/test'

/** Every text that the page's toast shows, and every place of the application that it goes to. */
export async function watchTold(page: Page) {
  const seen = { toasts: [] as string[], places: [] as string[] }
  await page.exposeFunction('sawToast', (text: string) => seen.toasts.push(text))
  await page.addInitScript(() => {
    let last = ''
    new MutationObserver(() => {
      const text = document.querySelector('#root > [role=status], [role=status][aria-live=polite]:last-of-type')?.textContent ?? ''
      if (text !== last && text !== '') Reflect.get(window, 'sawToast')(text)
      last = text
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) seen.places.push(new URL(frame.url()).pathname)
  })
  return seen
}
