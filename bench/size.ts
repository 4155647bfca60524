import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { buildWeb } from '../tools/launch/web-build.ts'
import type { Figure } from './figure.ts'
import { filesOf, filesOfPage, type Manifest, readManifest, weightOf } from './manifest.ts'

const entry = 'index.html'
const homeScreen = 'src/features/home/home-screen.tsx'
const routeKilobytesMax = 40

/** What a first visit of /home loads, and what each other screen adds to that, after gzip. */
export async function* measureSize(root: string): AsyncGenerator<Figure> {
  const dist = await buildWeb(root, { onProgress: () => undefined, signal: new AbortController().signal })
  const manifest = readManifest(dist)
  const first = new Set([...filesOf(manifest, [entry, homeScreen]), ...filesOfPage(manifest, entry)])
  const weight = weightOf(manifest, first)
  const reference = await weighReference(root)
  yield {
    name: 'first load of /home, JS gzip',
    value: weight.js,
    unit: 'KB',
    reference: { name: 'react + react-dom + react-router alone', value: reference },
    target: { of: 'value', atMost: 150 },
  }
  yield { name: 'first load of /home, CSS gzip', value: weight.css, unit: 'KB', target: { of: 'value', atMost: 10 } }
  yield* routeFigures(root, manifest, first)
}

function routeFigures(root: string, manifest: Manifest, first: ReadonlySet<string>): Figure[] {
  return screensOf(root).map(({ path, keys }) => {
    const files = filesOf(
      manifest,
      keys.filter((key) => manifest.chunks.has(key)),
    )
    const added = weightOf(
      manifest,
      [...files].filter((file) => !first.has(file)),
    )
    return {
      name: `${path} on top of it, JS + CSS gzip`,
      value: added.js + added.css,
      unit: 'KB',
      target: { of: 'value', atMost: routeKilobytesMax },
      ...(keys.some((key) => key.endsWith('.tsx') && !manifest.chunks.has(key)) ? { note: 'its screen is part of the first load' } : {}),
    }
  })
}

/** Address, component and word packs of every declared screen, read from the tables as they are written. */
function screensOf(root: string): { path: string; keys: string[] }[] {
  return globSync('apps/web/src/features/*/*.screens.ts', { cwd: root })
    .sort()
    .flatMap((file) => {
      const slice = basename(file, '.screens.ts')
      const text = readFileSync(join(root, file), 'utf8')
      const shared = componentIn(text.split(/screen\(\{/)[0] ?? '')
      return text
        .split(/screen\(\{/)
        .slice(1)
        .map((declared) => {
          const component = componentIn(declared) ?? shared
          const words = /words: \[([^\]]*)\]/.exec(declared)?.[1]?.match(/\w+/g) ?? []
          return {
            path: /path: '([^']+)'/.exec(declared)?.[1] ?? '?',
            keys: [
              ...(component === undefined ? [] : [`src/features/${slice}/${component}`]),
              ...[slice, ...words].map((pack) => `src/locales/zh-cn/${pack}.ts`),
            ],
          }
        })
    })
}

function componentIn(text: string): string | undefined {
  return /import\('\.\/([^']+)'\)/.exec(text)?.[1]
}

async function weighReference(root: string): Promise<number> {
  const outDir = mkdtempSync(join(tmpdir(), 'fyh-bench-'))
  try {
    await build({
      root: join(root, 'bench/reference'),
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      build: { outDir, emptyOutDir: true, manifest: true, target: ['ios13', 'chrome80'], modulePreload: { polyfill: false } },
    })
    const manifest = readManifest(outDir)
    return weightOf(manifest, filesOf(manifest, ['index.html'])).js
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
