import { createServer } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Page } from '@playwright/test'
import { z } from 'zod'

// As a text, because the benchmarks are checked without the types of a browser.
const copyPage = `(() => {
  const root = document.documentElement
  const styles = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\\n')
  const body = document.body.cloneNode(true)
  for (const script of body.querySelectorAll('script')) script.remove()
  const attributes = root.getAttributeNames().map((name) => name + '="' + root.getAttribute(name) + '"').join(' ')
  const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">'
  const head = '<meta charset="utf-8">' + viewport + '<title>' + document.title + '</title><link rel="icon" href="data:,"><style>' + styles + '</style>'
  return '<!doctype html><html ' + attributes + '><head>' + head + '</head>' + body.outerHTML + '</html>'
})()`

/** The network is also idle while a slow phone runs the scripts, so the page counts as settled when it is painted and nothing waits. */
const isSettled = `performance.getEntriesByName('first-contentful-paint').length > 0 &&
  document.querySelector('main') !== null && document.querySelector('[aria-busy=true]') === null`
/** Two frames later what was drawn last has been painted and reported. */
const nextPaint = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))'

/** Opens an address and waits until all of the page is there. */
export async function openSettled(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 })
  await page.waitForFunction(isSettled, undefined, { timeout: 60_000 })
  await page.evaluate(nextPaint)
}

/** The page at the address once it has settled, as one file: its elements without scripts, and every style that it has. Closes the page. */
export async function staticCopy(page: Page, url: string): Promise<string> {
  await openSettled(page, url)
  const html = z.string().parse(await page.evaluate(copyPage))
  await page.context().close()
  return html
}

/** Serves one page on a free port, compressed as the product compresses its own. */
export async function serveStatic(html: string): Promise<{ readonly url: string; close(): void }> {
  const body = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br', 'cache-control': 'no-cache' }).end(body)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the static page has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
