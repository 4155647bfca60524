import { sharedTest } from './harness.ts'
import { makePeople, type People, startStackOfPeople } from './people.ts'
import type { Stack } from './stack.ts'

/** Tests that look at screens: a worker has one product with a person for every state, which none of them changes. */
export const peopleTest = sharedTest.extend<object, { shared: Stack; people: People }>({
  shared: [
    async ({ browserName: _ }, use) => {
      const stack = await startStackOfPeople()
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  people: [async ({ shared }, use) => use(await makePeople(shared)), { scope: 'worker', timeout: 240_000 }],
})
