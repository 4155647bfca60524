import { afterAll, beforeAll, describe } from 'vitest'
import { adaptersUnderTest, type UnderTest } from './adapters-under-test.ts'

/** Runs the same promises against every adapter. The function handed in gives the adapter once the tests run. */
export function everyAdapter(promises: (current: () => UnderTest) => void): void {
  describe.each(adaptersUnderTest)('%s', (_, open) => {
    let opened: UnderTest | undefined
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(async () => opened?.close())
    promises(() => {
      if (opened === undefined) throw new Error('the adapter is opened before the first test')
      return opened
    })
  })
}

/** A key no other test of this run uses. */
export function keyFor(what: string): string {
  count += 1
  return `${what}-${count}`
}
let count = 0
