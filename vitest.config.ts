import { defineConfig } from 'vitest/config'

const built = ['**/node_modules/**', '**/dist/**']

/**
 * One project a kind of test, because each needs other surroundings: 'unit' runs bare, 'dom' in jsdom, 'tidy' reads the
 * repository, 'api' has one PostgreSQL cluster for the run, 'launch' starts and
 * kills real processes, and runs the checks over what the scaffolds write.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'packages/**/*.test.ts',
            'apps/web/**/*.test.ts',
            'e2e/**/*.test.ts',
            'bench/**/*.test.ts',
            'tools/{golden,mutants,web-check}/**/*.test.ts',
          ],
          exclude: [...built, 'packages/postgres/**'],
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['apps/web/**/*.test.tsx'],
          exclude: built,
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      { test: { name: 'tidy', environment: 'node', include: ['tools/tidy/**/*.test.ts', 'tools/docs/**/*.test.ts'], exclude: built } },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['apps/{server,trace,sandbox}/**/*.test.ts', 'packages/postgres/**/*.test.ts', 'tools/schema/**/*.test.ts'],
          exclude: built,
          globalSetup: ['tools/postgres/vitest-cluster.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'launch',
          environment: 'node',
          include: ['tools/{launch,new,postgres}/**/*.test.ts'],
          exclude: built,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
