import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { assert } from '@fyh/base/assert.ts'
import { z } from 'zod'
import { capsEdition, lenderEdition, productEdition } from './lender.ts'
import { partnersEdition } from './partners.ts'

const edition = z.discriminatedUnion('kind', [lenderEdition, productEdition, capsEdition, partnersEdition])
export type Edition = z.output<typeof edition>
/** An edition with the content it was read from and that content's digest. */
export type Published = { readonly edition: Edition; readonly content: unknown; readonly sha256: string }

export const publishedFolder = new URL('./published/', import.meta.url)

/** Reads the editions of lenders, products and price caps from a folder of JSON files; a malformed file stops the start with its name. */
export function readPublished(folder: URL): Published[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const content: unknown = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
      const one = publishedOf(content, name)
      assert(name.endsWith(`.${one.edition.edition}.json`), `${name} does not end with its edition, .${one.edition.edition}.json`)
      return one
    })
}

/** Checks an edition; `name` says in a failure where it came from. */
export function publishedOf(content: unknown, name: string): Published {
  const { data, error } = edition.safeParse(content)
  assert(data !== undefined, `${name} is not a valid edition: ${error?.message}`)
  return { edition: data, content, sha256: createHash('sha256').update(canonicalJson(content)).digest('hex') }
}

/** The record an edition belongs to. Price caps are one record, and so is the list of partners. */
export function recordIdOf(one: Edition): number {
  switch (one.kind) {
    case 'lender':
      return one.lenderId
    case 'product':
      return one.productId
    case 'caps':
    case 'partners':
      return 1
  }
}

/** Keys in order, so that a digest depends on the content alone. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}
