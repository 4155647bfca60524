import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { requirementOf } from '@fyh/contract/addresses.ts'
import { markdownTable, pageHead } from './markdown.ts'

export type DeclaredScreen = {
  slice: string
  name: string
  path: string
  titleKey: string
  auth: string
  label: string
  /** Not built yet: the address says so. */
  later: boolean
}

/** The screens that the slices declare, by slice and in the order of their declaration. */
export async function declaredScreens(root: string): Promise<DeclaredScreen[]> {
  const files = globSync('apps/web/src/features/*/*.screens.ts', { cwd: root }).sort()
  const found = await Promise.all(files.map(async (file) => screensOf(file, await import(pathToFileURL(join(root, file)).href))))
  return found.flat()
}

function screensOf(file: string, exports: Readonly<Record<string, unknown>>): DeclaredScreen[] {
  const slice = basename(file, '.screens.ts')
  return Object.values(exports).flatMap((table) =>
    isRecord(table) ? Object.entries(table).flatMap(([name, screen]) => readScreen(slice, name, screen)) : [],
  )
}

function readScreen(slice: string, name: string, screen: unknown): DeclaredScreen[] {
  if (!isRecord(screen) || typeof screen.path !== 'string' || !isRecord(screen.meta)) return []
  const { path, titleKey, meta, label, load } = screen
  return [{ slice, name, path, titleKey: String(titleKey), auth: String(meta.auth), label: String(label), later: load === 'later' }]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** How far the table is built, in one line. */
export function screenCount(screens: readonly DeclaredScreen[]): string {
  const left = screens.filter(({ later }) => later).length
  return `screens: ${screens.length - left} of ${screens.length} built, ${left} left`
}

export async function screensPage(root: string): Promise<string> {
  const screens = await declaredScreens(root)
  const rows = screens.map((s) => [
    requirementOf(s.path) ?? '',
    s.slice,
    s.name,
    `\`${s.path}\``,
    s.titleKey,
    s.auth,
    s.label,
    s.later ? 'later' : 'built',
  ])
  const head = ['id', 'slice', 'name', 'address', 'title', 'for', 'label in behaviour events', 'state']
  return `${pageHead('Screens', 'the slices’ *.screens.ts in apps/web')}\n${screenCount(screens)}\n\n${markdownTable(head, rows)}`
}
