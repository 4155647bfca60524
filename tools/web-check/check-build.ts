import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Level, legacy, modern } from './browser-levels.ts'
import { isExcepted, namesOfPackages, scriptExceptions, styleExceptions } from './exceptions.ts'
import { lateBuiltIns } from './script-built-ins.ts'
import { lateSyntax } from './script-syntax.ts'
import { lateStyles } from './style-features.ts'

/**
 * What the oldest browsers of either bundle would not understand of a built web app, one a line: the file, the feature, the versions
 * that brought it, and the place. `polyfills` is the source of what the legacy bundle brings along.
 */
export function faultsOfBuild(dist: string, polyfills: string): string[] {
  const added = namesAdded(polyfills)
  return globSync('assets/*.{js,css}', { cwd: dist })
    .sort()
    .flatMap((file) => {
      const level = basename(file).startsWith('legacy-') ? legacy : modern
      const text = readFileSync(join(dist, file), 'utf8')
      const faults = file.endsWith('.css') ? styleFaults(text, level) : scriptFaults(text, level, level === legacy ? added : new Set())
      return faults.map((fault) => `${file}: ${fault}`)
    })
}

export function styleFaults(text: string, level: Level): string[] {
  const uses = lateStyles(text, level).filter((use) => !isExcepted(styleExceptions, use, level))
  return uses.map(({ feature, around }) => `${feature} in ${around}`)
}

/** `added`: names in small letters without dashes, as `namesAdded` has them. */
export function scriptFaults(text: string, level: Level, added: ReadonlySet<string>): string[] {
  const uses = lateBuiltIns(text, level).filter((use) => !isExcepted(scriptExceptions, use, level) && !added.has(plainName(use.feature)))
  return [...lateSyntax(text, level), ...uses.map(({ feature, around }) => `${feature} in ${around}`)]
}

/** `core-js/es/array/flat-map.js` adds `flatmap`. */
export function namesAdded(polyfills: string): Set<string> {
  const imports = [...polyfills.matchAll(/^import '([^']+)'/gm)].map(([, path = '']) => path)
  return new Set(
    imports.flatMap((path) => {
      const ofPackage = namesOfPackages[path.split('/')[0] ?? ''] ?? [basename(path, '.js').replaceAll('-', '')]
      return ofPackage.map((name) => name.toLowerCase())
    }),
  )
}

function plainName(feature: string): string {
  const [name = ''] = feature.split(' (')
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase()
}
