import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkedName, kebab, sliceName, words } from './names.ts'
import { addEntry, addImport } from './source-edit.ts'
import * as template from './templates.ts'

export const usage = `npm run new -- slice <name>
npm run new -- endpoint <slice> <name>
npm run new -- screen <slice> <name>`

/** Writes the files of a new part below `root` in the shape of those that exist. Returns their paths, changed ones too. */
export function create(root: string, [what, first, second]: readonly (string | undefined)[]): string[] {
  const files = new Files(root)
  if (what === 'slice') newSlice(files, sliceName(first))
  else if (what === 'endpoint') newEndpoint(files, files.knownSlice(sliceName(first)), checkedName(second, 'endpoint'))
  else if (what === 'screen') newScreen(files, sliceName(first), checkedName(second, 'screen'))
  else throw new Error(usage)
  return files.writeAll()
}

/** Everything is kept until all of it has worked, so a failure half-way leaves nothing. */
class Files {
  readonly #root: string
  readonly #content = new Map<string, string>()

  constructor(root: string) {
    this.#root = root
  }

  add(path: string, content: string): void {
    if (existsSync(join(this.#root, path))) throw new Error(`${path} is there already`)
    this.#content.set(path, content)
  }

  change(path: string, change: (text: string) => string): void {
    const text = this.#content.get(path) ?? readFileSync(join(this.#root, path), 'utf8')
    this.#content.set(path, change(text))
  }

  knownSlice(slice: string): string {
    if (!existsSync(join(this.#root, `packages/contract/${slice}.ts`)))
      throw new Error(`There is no slice ${slice}; npm run new -- slice ${slice}`)
    return slice
  }

  writeAll(): string[] {
    for (const [path, content] of this.#content) {
      mkdirSync(dirname(join(this.#root, path)), { recursive: true })
      writeFileSync(join(this.#root, path), content)
    }
    return [...this.#content.keys()]
  }
}

function newSlice(files: Files, slice: string): void {
  const server = `apps/server/src/features/${slice}/${slice}`
  const web = `apps/web/src/features/${slice}`
  files.add(`packages/contract/${slice}.ts`, template.contractFile(slice))
  files.change('packages/contract/api.ts', (text) =>
    addEntry(
      addEntry(addImport(text, `import { ${slice} } from './${slice}.ts'`), 'export const api = {', `${slice},`),
      'export const sliceSummaries: Readonly<Record<Slice, string>> = {',
      `${slice}: 'TODO: what this slice is about',`,
    ),
  )
  files.add(`${server}.ts`, template.frontDoor(slice))
  files.add(`${server}.handlers.ts`, template.handlersFile(slice))
  files.add(`${server}.test.ts`, template.serverTest(slice, 'overview'))
  files.change('apps/server/src/app.ts', (text) => bindSlice(text, slice))
  files.add(`${web}/${slice}.screens.ts`, template.screensFile(slice))
  files.add(`${web}/${slice}.queries.ts`, template.queriesFile(slice))
  files.add(`${web}/overview-screen.tsx`, template.screenWithData(slice))
  files.change('apps/web/src/app/more-screens.ts', (text) =>
    addEntry(
      addImport(text, `import { ${slice}Screens } from '#features/${slice}/${slice}.screens.ts'`),
      'export const moreSlices = {',
      `${slice}: ${slice}Screens,`,
    ),
  )
  files.add(`apps/web/src/locales/zh-cn/${slice}.ts`, template.chinesePack(slice))
  files.add(`apps/web/src/locales/en-us/${slice}.ts`, template.englishPack(slice))
  files.change('apps/web/src/locales/resources.ts', (text) =>
    addEntry(text, 'export type Resources = {', `${slice}: typeof import('./zh-cn/${slice}.ts').${slice}`),
  )
}

function bindSlice(text: string, slice: string): string {
  const bound = [...text.matchAll(/^ *bind\('\w+', .*\)\n/gm)].at(-1)
  const line = `  bind('${slice}', api.${slice}, ${slice}Handlers(deps))\n`
  if (bound === undefined) throw new Error(`apps/server/src/app.ts binds no slice in a known way; add by hand:\n${line}`)
  const at = bound.index + bound[0].length
  return addImport(text.slice(0, at) + line + text.slice(at), `import { ${slice}Handlers } from '#features/${slice}/${slice}.ts'`)
}

function newEndpoint(files: Files, slice: string, name: string): void {
  files.change(`packages/contract/${slice}.ts`, (text) =>
    addEntry(addImport(text, "import { z } from 'zod'"), `export const ${slice} = {`, template.endpointEntry(slice, name)),
  )
  files.change(`apps/server/src/features/${slice}/${slice}.handlers.ts`, (text) => {
    const begin = text.indexOf(`function ${slice}Handlers(`)
    if (begin < 0) throw new Error(`${slice}Handlers was not found in ${slice}.handlers.ts`)
    return text.slice(0, begin) + addEntry(text.slice(begin), '\n  return {', template.handlerEntry(name))
  })
  files.add(`apps/server/src/features/${slice}/${slice}-${kebab(name)}.test.ts`, template.serverTest(slice, name))
}

function newScreen(files: Files, slice: string, name: string): void {
  files.add(`apps/web/src/features/${slice}/${kebab(name)}-screen.tsx`, template.plainScreen(slice, name))
  let titleKey = `title.${name}`
  for (const [language, title, empty] of [
    ['zh-cn', template.chineseTitle(name), '暂无内容'],
    ['en-us', words(name), 'Nothing here yet'],
  ] as const)
    files.change(`apps/web/src/locales/${language}/${slice}.ts`, (text) => {
      const titled = /\n {2}title: \{/.test(text)
      if (!titled) titleKey = `${name}Title`
      const withTitle = titled
        ? addEntry(text, '\n  title: {', `${name}: '${title}',`)
        : addEntry(text, `export const ${slice}`, `${name}Title: '${title}',`)
      return addEntry(withTitle, `export const ${slice}`, `${name}Empty: '${empty}',`)
    })
  files.change(`apps/web/src/features/${slice}/${slice}.screens.ts`, (text) =>
    addEntry(text, `export const ${slice}Screens = {`, template.screenEntry(slice, name, titleKey)),
  )
}
