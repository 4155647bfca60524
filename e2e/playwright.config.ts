import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './chromium.ts'

/** Journeys share nothing but the machine: every worker starts its own product on free ports with a fresh data folder. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './shared-postgres.ts',
  // More than half of a journey is waiting: for a sheet to be read, a message, a call-back. Three at a time keep two cores at work.
  workers: 3,
  fullyParallel: false,
  // The longest walk takes half a minute; a machine that is busy with other things may take several times as long.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  // A machine of others may stall: one race must not hide what all other journeys show. `npm test` prints what needed a second try.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  outputDir: '../test-results/e2e',
  use: {
    browserName: 'chromium',
    launchOptions: await chromiumLaunch(),
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    hasTouch: true,
    isMobile: true,
    actionTimeout: 15_000,
    // Recording takes a quarter of the run, for nothing in a run that passes: `--trace=on` records what is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
