import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildWeb } from './web-build.ts'

const calmly = () => ({ onProgress: () => undefined, signal: new AbortController().signal })

const roots: string[] = []
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

function checkout(source: string): string {
  const root = mkdtempSync(join(tmpdir(), 'web-build-'))
  roots.push(root)
  mkdirSync(join(root, 'apps/web/src'), { recursive: true })
  change(root, source)
  return root
}

const change = (root: string, source: string) => writeFileSync(join(root, 'apps/web/src/main.ts'), source)
const page = (root: string) => readFileSync(join(root, 'apps/web/dist/index.html'), 'utf8')

/** A build that stops halfway, with part of its files there, until it may end. */
function heldBundle() {
  const runs: string[] = []
  const { promise: allowed, resolve: end } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const bundle = async (root: string, next: string) => {
    const source = readFileSync(join(root, 'apps/web/src/main.ts'), 'utf8')
    runs.push(source)
    mkdirSync(next, { recursive: true })
    writeFileSync(join(next, 'half'), '')
    begin()
    await allowed
    writeFileSync(join(next, 'index.html'), source)
  }
  return { runs, bundle, begun, end }
}

test('of two starts in one checkout with changed sources one builds, and both serve its result', async () => {
  const root = checkout('one')
  const { runs, bundle, begun, end } = heldBundle()
  const first = buildWeb(root, calmly(), bundle)
  await begun
  const second = buildWeb(root, calmly(), bundle)
  end()
  expect(await Promise.all([first, second])).toEqual([join(root, 'apps/web/dist'), join(root, 'apps/web/dist')])
  expect(runs).toEqual(['one'])
  expect(page(root)).toBe('one')
})

test('the former build is served until the next one is complete', async () => {
  const root = checkout('one')
  const former = heldBundle()
  former.end()
  await buildWeb(root, calmly(), former.bundle)
  change(root, 'two')
  const { bundle, begun, end } = heldBundle()
  const next = buildWeb(root, calmly(), bundle)
  await begun
  expect(page(root)).toBe('one')
  end()
  await next
  expect(page(root)).toBe('two')
  expect(existsSync(join(root, 'node_modules/.web-build/next.former'))).toBe(false)
})

test('a build that fails leaves the former one, and the next start builds again', async () => {
  const root = checkout('one')
  const broken = async (_: string, next: string) => {
    mkdirSync(next, { recursive: true })
    writeFileSync(join(next, 'broken'), '')
    throw new Error('does not build')
  }
  await expect(buildWeb(root, calmly(), broken)).rejects.toThrow('does not build')
  expect(existsSync(join(root, 'apps/web/dist'))).toBe(false)
  const { bundle, end } = heldBundle()
  end()
  await buildWeb(root, calmly(), bundle)
  expect(page(root)).toBe('one')
  expect(existsSync(join(root, 'apps/web/dist/broken'))).toBe(false)
})

test('a start that is stopped while another one builds does not wait for it', async () => {
  const root = checkout('one')
  const { bundle, begun, end } = heldBundle()
  const first = buildWeb(root, calmly(), bundle)
  await begun
  const stop = new AbortController()
  const second = buildWeb(root, { onProgress: () => undefined, signal: stop.signal }, bundle)
  stop.abort()
  await expect(second).rejects.toThrow()
  end()
  await first
  expect(page(root)).toBe('one')
})
