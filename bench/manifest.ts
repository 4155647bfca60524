import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }
export type Manifest = { dist: string; chunks: ReadonlyMap<string, Chunk> }
export type Weight = { js: number; css: number }

export function readManifest(dist: string): Manifest {
  const entries: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  return { dist, chunks: new Map(Object.entries(entries)) }
}

/** The files that a browser fetches for these chunks: each with all it imports statically. */
export function filesOf({ chunks }: Manifest, keys: readonly string[]): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const add = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = chunks.get(key)
    if (chunk === undefined) throw new Error(`the build has no chunk ${key}`)
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const key of keys) add(key)
  return files
}

/** Scripts and styles that the page itself asks for, beside modules of the manifest. */
export function filesOfPage({ dist }: Manifest, page: string): Set<string> {
  const html = readFileSync(join(dist, page), 'utf8')
  return new Set([...html.matchAll(/(?:src|href)="\/?([^"]+\.(?:js|css))"/g)].map(([, file]) => String(file)))
}

/** KB after gzip, by kind. */
export function weightOf({ dist }: Manifest, files: Iterable<string>): Weight {
  const weight = { js: 0, css: 0 }
  for (const file of files) {
    const kilobytes = gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1024
    if (file.endsWith('.css')) weight.css += kilobytes
    else if (file.endsWith('.js')) weight.js += kilobytes
  }
  return weight
}
