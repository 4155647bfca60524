import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { chromiumLaunch } from '../e2e/chromium.ts'
import type { Figure } from './figure.ts'

/** Everything a browser really fetches on its first visit of /home, what comes after the page is drawn included. */
export async function measureVisit(port: number): Promise<Figure[]> {
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    const weights: Promise<{ kind: string; kilobytes: number }>[] = []
    page.on('response', (response) => {
      const kind = /\.(js|css)$/.exec(new URL(response.url()).pathname)?.[1]
      if (kind !== undefined)
        weights.push(response.body().then((body) => ({ kind, kilobytes: gzipSync(body, { level: 9 }).length / 1024 })))
    })
    await page.goto(`http://127.0.0.1:${port}/home`, { waitUntil: 'networkidle' })
    const fetched = await Promise.all(weights)
    return ['js', 'css'].map((kind) => ({
      name: `all ${kind.toUpperCase()} of a first visit in Chromium, gzip`,
      value: fetched.filter((file) => file.kind === kind).reduce((sum, file) => sum + file.kilobytes, 0),
      unit: 'KB',
      note: 'with what tracking fetches once the page is drawn',
    }))
  } finally {
    await browser.close()
  }
}
