import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../docs/docs.ts'

const schemas = ['apps/server/src/platform/config.ts', 'apps/trace/src/config.ts', 'apps/sandbox/src/config.ts', 'tools/launch/config.ts']
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** The names that a schema of settings declares, one a line. */
const declared = new Set(schemas.flatMap((file) => [...textOf(file).matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(([, name = '']) => name)))

test.each(['README.md', 'README.zh-CN.md'])('every setting of a process stands in the tables of %s, and nothing else does', (file) => {
  const firstCells = textOf(file).matchAll(/^\| (`[^|]+) \|/gm)
  const told = [...firstCells].flatMap(([, cell = '']) => [...cell.matchAll(/`([A-Z][A-Z\d_]+)`/g)].map(([, name = '']) => name))
  expect(declared.size).toBeGreaterThan(40)
  expect(told.toSorted()).toEqual([...declared].toSorted())
})
