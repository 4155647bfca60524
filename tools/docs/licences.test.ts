import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './docs.ts'
import { shippedPackages } from './licences.ts'

test('R2.31 the licences are of what the web application carries, at the version of the lock file, with their text', () => {
  const shipped = shippedPackages(root)
  const { dependencies } = JSON.parse(readFileSync(join(root, 'apps/web/package.json'), 'utf8'))
  for (const name of Object.keys(dependencies).filter((one) => !one.startsWith('@fyh/')))
    expect(shipped.find((one) => one.name === name)?.version, name).toBe(dependencies[name])
  expect(shipped.map(({ name }) => name)).toEqual(expect.arrayContaining(['scheduler', '@tanstack/query-core', 'core-js']))
  for (const { name, text } of shipped) expect(text, name).toMatch(/copyright/i)
})

test('R2.31 tools of the build and of tests are not among them', () => {
  const names = shippedPackages(root).map(({ name }) => name)
  for (const tool of ['vite', 'vitest', 'typescript', 'zod', 'fastify', 'jsdom']) expect(names).not.toContain(tool)
})
