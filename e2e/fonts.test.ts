import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fontConfiguration, fontEnvironment, fontFolders } from './fonts.ts'

const packages = fileURLToPath(new URL('../node_modules/', import.meta.url))
const foldersIn = (text: string) => [...text.matchAll(/<dir\b[^>]*>([^<]*)<\/dir>/g)].map(([, folder = '']) => folder)

test('browser tests use fonts of the project and no font of the machine', () => {
  const path = fontEnvironment().FONTCONFIG_FILE ?? ''
  const text = readFileSync(path, 'utf8')
  expect(text).toBe(fontConfiguration)
  expect(foldersIn(text)).toEqual(fontFolders)
  expect(fontFolders.filter((folder) => !folder.startsWith(packages))).toEqual([])
  expect(text).not.toMatch(/<include|<reset-dirs|prefix=/)
})

test('there is a font of each family in each weight of the styles', () => {
  expect(fontFolders.filter((folder) => !existsSync(folder))).toEqual([])
  const fonts = fontFolders.flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith('.ttf')))
  expect(fonts.sort()).toEqual(
    ['NotoSansSC', 'Roboto'].flatMap((family) =>
      ['400Regular', '500Medium', '600SemiBold', '700Bold'].map((weight) => `${family}_${weight}.ttf`),
    ),
  )
})
