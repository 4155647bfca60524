import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wrongImports } from '../tidy/directions.ts'
import { deadFiles } from '../tidy/files.ts'
import { type Repository, readRepository } from '../tidy/repository.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
let copy = ''
let before: Repository

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'fyh-new-'))
  const leftOut = new Set(['node_modules', '.git', '.data', 'dist', 'shots', 'test-results'])
  for (const entry of readdirSync(root))
    if (!leftOut.has(entry))
      cpSync(join(root, entry), join(copy, entry), { recursive: true, filter: (path) => !leftOut.has(basename(path)) })
  linkModules()
  before = readRepository(copy)
}, 60_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Installed packages are shared; our own must be those of the copy. */
function linkModules(): void {
  mkdirSync(join(copy, 'node_modules', '@fyh'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@fyh') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules', '@fyh', name))
  for (const app of readdirSync(join(root, 'apps')))
    if (existsSync(join(root, 'apps', app, 'node_modules')))
      symlinkSync(join(root, 'apps', app, 'node_modules'), join(copy, 'apps', app, 'node_modules'))
}

const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
const create = (...args: string[]) => run('tools/new/new.ts', ...args)

/** Faults in the files named; those of files that were not touched are the business of the type check itself. */
function typeFaults(project: string, files: ReadonlySet<string>): string[] {
  const lines = run('node_modules/typescript/bin/tsc', '--noEmit', '-p', project).stdout.split('\n')
  return lines.filter((line) => files.has(/^(.+?)\(\d+,\d+\): error/.exec(line)?.[1] ?? ''))
}

test('slice, endpoint and screen are written in the existing shape: types, style and tidy find nothing', () => {
  const tidyFaults = new Set([...wrongImports(before), ...deadFiles(before)])
  const touched = new Set<string>()
  for (const args of [
    ['slice', 'pension'],
    ['endpoint', 'pension', 'lastYear'],
    ['endpoint', 'loan', 'taxProof'],
    ['screen', 'pension', 'lastYear'],
    ['screen', 'loan', 'taxProof'],
  ]) {
    const { status, stdout, stderr } = create(...args)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    for (const file of stdout.split('\n').filter((line) => /\.tsx?$/.test(line))) touched.add(file)
  }

  for (const project of ['tsconfig.json', 'apps/web/tsconfig.json']) expect(typeFaults(project, touched)).toEqual([])
  const after = readRepository(copy)
  const fresh = [...touched].filter((file) => !before.has(file))
  expect(run('node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...fresh)).toMatchObject({ status: 0 })
  expect([...wrongImports(after), ...deadFiles(after)].filter((fault) => !tidyFaults.has(fault))).toEqual([])
  expect(after.get('packages/contract/generated/paths.ts')).toContain("lastYear: ['GET', '/fyh/app/pension/lastYear']")
  expect(after.get('docs/generated/screens.md')).toContain('/loan/taxProof')
  expect(after.get('apps/web/src/locales/en-us/loan.ts')).toContain("taxProof: 'Tax proof'")
  // The types of the whole repository, twice: half a minute of processor time.
}, 300_000)

test('what the command writes needs no list: the tests over all screens, endpoints and words hold, and so do those it wrote', () => {
  const vitest = (...args: string[]) => run('node_modules/vitest/vitest.mjs', 'run', ...args)
  const overAll = ['apps/web/src/app/screens.test.ts', 'apps/web/src/locales', 'packages/contract', 'tools/tidy']
  expect(vitest('--project', 'unit', '--project', 'tidy', ...overAll)).toMatchObject({ status: 0 })
  const written = ['apps/server/src/features/pension', 'apps/server/src/features/loan/loan-tax-proof.test.ts']
  expect(vitest('--project', 'api', ...written)).toMatchObject({ status: 0 })
  const everyScreen = ['test', '-c', 'e2e/playwright.config.ts', 'every-screen.spec.ts']
  const playwright = (...args: string[]) => run('node_modules/@playwright/test/cli.js', ...everyScreen, ...args)
  expect(playwright('-g', 'every screen of the table is looked at')).toMatchObject({ status: 0 })
  expect(playwright('--list').stdout).toMatch(/UI-17 NF-01 \/loan\/taxProof in every state/)
}, 300_000)

test('a name that is taken or misshapen changes nothing', () => {
  const state = () => readFileSync(join(copy, 'packages/contract/api.ts'), 'utf8')
  const unchanged = state()
  expect(create('slice', 'loan')).toMatchObject({ status: 1, stderr: 'packages/contract/loan.ts is there already\n' })
  expect(create('slice', 'Bad-Name').status).toBe(1)
  expect(create('endpoint', 'nowhere', 'thing').stderr).toContain('There is no slice nowhere')
  expect(create().stderr).toContain('npm run new -- slice')
  expect(state()).toBe(unchanged)
})
