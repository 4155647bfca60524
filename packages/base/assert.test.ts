import { expect, test } from 'vitest'
import { assert, unreachable } from './assert.ts'

test('assert: stops with its reason, and lets the truth pass', () => {
  expect(() => assert(false, 'the sum is off')).toThrow('the sum is off')
  expect(() => assert(1, 'fine')).not.toThrow()
})

test('unreachable: names the value the types denied', () => {
  // @ts-expect-error a value where the types promise none
  expect(() => unreachable('seventh')).toThrow('"seventh"')
})
