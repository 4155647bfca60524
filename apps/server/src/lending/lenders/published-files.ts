import { readdirSync, readFileSync } from 'node:fs'
import { assert } from '@fyh/base/assert.ts'
import { z } from 'zod'
import { capsEdition, lenderEdition, productEdition } from './lender.ts'

const published = z.discriminatedUnion('kind', [lenderEdition, productEdition, capsEdition])
export type Published = z.output<typeof published>

/** The editions of lenders, products and price caps in a folder of JSON files; a malformed file stops the start with its name. */
export function readPublished(folder: URL): Published[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readEdition(name, readFileSync(new URL(name, folder), 'utf8')))
}

export const publishedFolder = new URL('./published/', import.meta.url)

/** Files are named `<what>.<edition>.json`, so that two editions never meet in one file. */
function readEdition(name: string, content: string): Published {
  const { data, error } = published.safeParse(JSON.parse(content))
  assert(data !== undefined, `${name} is not a valid edition: ${error?.message}`)
  assert(name.endsWith(`.${data.edition}.json`), `${name} does not end with its edition, .${data.edition}.json`)
  return data
}
