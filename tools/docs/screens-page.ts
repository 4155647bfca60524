import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable, pageHead } from './markdown.ts'

const table = 'apps/web/src/app/screens.ts'

export type DeclaredScreen = { slice: string; name: string; path: string; titleKey: string; auth: string; trace: string }

export async function declaredScreens(root: string): Promise<DeclaredScreen[]> {
  if (!existsSync(join(root, table))) return []
  return []
}

export async function screensPage(root: string): Promise<string> {
  const rows = (await declaredScreens(root)).map((s) => [s.slice, s.name, `\`${s.path}\``, s.titleKey, s.auth, s.trace])
  return `${pageHead('Screens', table)}\n${markdownTable(['slice', 'name', 'address', 'title key', 'for', 'trace label'], rows)}`
}
