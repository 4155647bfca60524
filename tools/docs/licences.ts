import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const lockedPackage = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  link: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
})
const lockFile = z.object({ packages: z.record(z.string(), lockedPackage) })

/** Polyfills that the build puts into the bundle for old browsers, although they are needed for the build alone by their entry. */
const bundledPolyfills = ['abortcontroller-polyfill', 'core-js']

/** A package that the web application carries to a phone, with the text that its licence wants carried along. */
type Shipped = { readonly name: string; readonly version: string; readonly licence: string; readonly text: string }

/** The packages of the web application by the lock file: its dependencies, what those depend on, and the polyfills. Not what only builds or tests it. */
export function shippedPackages(root: string): Shipped[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const found = new Map<string, Shipped>()
  const visit = (name: string): void => {
    const own = packages[`apps/web/node_modules/${name}`] ?? packages[`node_modules/${name}`]
    if (own === undefined || found.has(name)) return
    if (own.link !== true) found.set(name, shipped(root, name, own))
    const target = own.link === true ? packages[`packages/${name.replace('@fyh/', '')}`] : own
    for (const needed of Object.keys(target?.dependencies ?? {})) if (!isServerOnly(name, needed)) visit(needed)
  }
  for (const name of [...Object.keys(packages['apps/web']?.dependencies ?? {}), ...bundledPolyfills]) visit(name)
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** The web takes the types of the contract alone, so its schemas stay with the server. */
const isServerOnly = (name: string, needed: string): boolean => name === '@fyh/contract' && needed === 'zod'

function shipped(root: string, name: string, { version = '', license }: z.output<typeof lockedPackage>): Shipped {
  const folder = join(root, 'node_modules', name)
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry))
  if (license === undefined || file === undefined) throw new Error(`${name} states no licence, or comes without its text`)
  return { name, version, licence: license, text: readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim() }
}

export function licencesSource(root: string): string {
  return `${JSON.stringify(shippedPackages(root), null, 2)}\n`
}
