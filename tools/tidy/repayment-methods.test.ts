import { globSync, readFileSync } from 'node:fs'
import { options } from '@fyh/contract/options.ts'
import { methodTraits } from '@fyh/loan-engine/methods.ts'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)

test('the contract offers the repayment methods that the engine knows', () => {
  expect([...options.repayMethod].toSorted()).toEqual(Object.keys(methodTraits).toSorted())
})

test('code decides by the traits of a method, never by its name', () => {
  const files = globSync(['packages/loan-engine/*.ts', 'apps/{server,web}/src/**/*.{ts,tsx}'], { cwd: root })
  const source = files.filter((file) => !/\.(test|example)\.tsx?$|-for-test\.ts$|\/locales\/|\/test-/.test(file))
  const names = Object.keys(methodTraits).join('|')
  const decides = new RegExp(`(?:===|!==|case) '(?:${names})'`)
  const faults = source.filter((file) => decides.test(readFileSync(new URL(file, root), 'utf8')))
  expect(source.length).toBeGreaterThan(100)
  expect(faults, 'read methodTraits instead').toEqual([])
})
