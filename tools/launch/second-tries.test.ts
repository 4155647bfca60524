import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { secondTryTitles } from './second-tries.ts'
import { playwrightStep, type Runner, root } from './steps.ts'

const report = {
  stats: { expected: 2, flaky: 1, unexpected: 1 },
  suites: [
    {
      title: 'card.spec.ts',
      file: 'card.spec.ts',
      specs: [{ title: 'binds a card', tests: [{ status: 'expected', results: [{ duration: 1 }] }] }],
      suites: [
        {
          title: 'on a small screen',
          specs: [
            { title: 'shows the banks', tests: [{ status: 'flaky', results: [{ duration: 1 }, { duration: 1 }] }] },
            { title: 'refuses a wrong number', tests: [{ status: 'unexpected', results: [{ duration: 1 }, { duration: 1 }] }] },
          ],
        },
      ],
    },
  ],
}

test('a test that passed when it was run again is named with its file, also inside a group; others are not', () => {
  expect(secondTryTitles(report)).toEqual(['card.spec.ts › shows the banks'])
})

test('a step counts it as passed and hands its title on, so that it is printed', async () => {
  const file = 'test-results/second-tries-test.json'
  const runner: Runner = async () => {
    writeFileSync(join(root, file), JSON.stringify(report))
    return { code: 1, output: '' }
  }
  const outcome = await playwrightStep('journeys', 'none', file).run(runner)
  rmSync(join(root, file))
  expect(outcome).toMatchObject({ passed: 3, failed: 1, secondTries: ['card.spec.ts › shows the banks'] })
})
