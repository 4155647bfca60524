import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Language } from '@fyh/contract/errors.ts'
import { type DrawPage, type StaticFile, staticFile } from './static-files.ts'

type Visit = { readonly search: string; readonly cookie: string }
type Version = { readonly language: Language; readonly brand: { readonly id: string } }

/** What the web build has for the server: which version a visitor gets, and that version drawn into the entry page. */
type Drawing = {
  readonly versionOf: (visit: Visit) => Version
  /** The offer without the announcements that this visitor closed. */
  readonly offerFor: (offer: unknown, visit: Visit) => unknown
  readonly drawFirstPage: (entry: string, version: Version, offer: unknown) => Promise<string>
}

type Surroundings = {
  /** Folder of the web build. */
  readonly folder: string
  /** The data of the guest's home. */
  readonly offer: (language: Language) => Promise<unknown>
  readonly onFault: (error: unknown) => void
}

/** Versions are languages × brands; when there is another offer, as on another day, the pages of the last one are dropped. */
const pagesMax = 24

/**
 * Returns what draws the guest's home into the entry page, in the visitor's language and brand. Each version is drawn once for each
 * offer. Undefined when the build has no drawing module; where drawing fails the entry page is served as it is.
 */
export async function firstPages({ folder, offer, onFault }: Surroundings): Promise<((entry: string) => DrawPage) | undefined> {
  const drawing = await drawingOf(folder)
  if (drawing === undefined) return undefined
  return (entry) => {
    const pageOf = keptPages(async (version, data) =>
      staticFile('/index.html', Buffer.from(await drawing.drawFirstPage(entry, version, data)), { varies: true }),
    )
    return async (path, { url, headers }) => {
      if (path !== '/' && path !== '/home') return undefined
      try {
        const visit = { search: searchOf(url), cookie: headers.cookie ?? '' }
        const version = drawing.versionOf(visit)
        return await pageOf(version, drawing.offerFor(await offer(version.language), visit))
      } catch (error) {
        onFault(error)
        return undefined
      }
    }
  }
}

type MakePage = (version: Version, offer: unknown) => Promise<StaticFile>

function keptPages(make: MakePage): MakePage {
  const pages = new Map<string, Promise<StaticFile>>()
  return (version, offer) => {
    const key = `${version.language} ${version.brand.id} ${JSON.stringify(offer)}`
    const known = pages.get(key)
    if (known !== undefined) return known
    if (pages.size >= pagesMax) pages.clear()
    const page = make(version, offer)
    pages.set(key, page)
    // A page that could not be drawn is tried again for the next visitor.
    page.catch(() => pages.delete(key))
    return page
  }
}

async function drawingOf(folder: string): Promise<Drawing | undefined> {
  const file = join(folder, '.server/server.mjs')
  return existsSync(file) ? import(pathToFileURL(file).href) : undefined
}

function searchOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}
