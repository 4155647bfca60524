import { defineConfig } from 'vitest/config'

/** What is waited for comes within moments; a busy machine may take its time, and only what never comes waits this long. */
const patience = { poll: { timeout: 30_000 } }

const built = ['**/node_modules/**', '**/dist/**']

/**
 * One project a kind of test, because each needs other surroundings: 'unit' runs bare, 'dom' in jsdom, 'tidy' reads the
 * repository, 'api' has one PostgreSQL cluster for the run, 'launch' starts and
 * kills real processes, and runs the checks over what the scaffolds write.
 */
export default defineConfig({
  test: {
    // One core fewer, the default, is one of two where the tests matter most; each worker waits for its database as often as it works.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          expect: patience,
          environment: 'node',
          include: [
            'packages/**/*.test.ts',
            'apps/web/**/*.test.ts',
            'e2e/**/*.test.ts',
            'bench/**/*.test.ts',
            'tools/{golden,mutants,openapi,web-check}/**/*.test.ts',
          ],
          exclude: [...built, 'packages/postgres/**'],
          testTimeout: 90_000,
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'dom',
          expect: patience,
          environment: 'jsdom',
          // A page for each file takes longer to make than its tests take; contexts of V8 keep files apart all the same.
          pool: 'vmThreads',
          include: ['apps/web/**/*.test.tsx'],
          setupFiles: ['apps/web/src/app/test-patience.ts'],
          exclude: built,
          testTimeout: 90_000,
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        test: {
          name: 'tidy',
          environment: 'node',
          include: ['tools/tidy/**/*.test.ts', 'tools/docs/**/*.test.ts'],
          exclude: built,
          // Reads every file; one test makes the databases anew.
          testTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'api',
          expect: patience,
          environment: 'node',
          // Every test has a server and a database of its own, so files share nothing but the loaded code, and loading it is dear.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          include: ['apps/{server,trace,sandbox}/**/*.test.ts', 'packages/postgres/**/*.test.ts', 'tools/schema/**/*.test.ts'],
          exclude: built,
          globalSetup: ['tools/postgres/vitest-cluster.ts'],
          setupFiles: ['tools/postgres/record-statements.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'launch',
          expect: patience,
          environment: 'node',
          // Starts of the whole product, each as much as a small machine can do at once.
          fileParallelism: false,
          include: ['tools/{launch,new,postgres}/**/*.test.ts'],
          exclude: built,
          // Up to three whole starts, a first one with two databases to make: a minute of them where fifteen others want each core.
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
