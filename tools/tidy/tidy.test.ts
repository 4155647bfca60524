import { api } from '@fyh/contract/api.ts'
import { describe, expect, test } from 'vitest'
import { generated, root } from '../docs/docs.ts'
import { contractMachines } from '../docs/machines-page.ts'
import { declaredScreens } from '../docs/screens-page.ts'
import { bannedWords } from './bans.ts'
import { importsOfOtherApps, wrongImports } from './directions.ts'
import { deadFiles, decisionNumbers, foreignWords, longFiles, unreadProperties, vagueNames } from './files.ts'
import { readRepository } from './repository.ts'
import { errorsWithoutTest, sliceNames } from './slices.ts'
import { lockFaults, machinesWithoutCheck, sqlFaults } from './sql.ts'

const repository = readRepository(root)

/** A failure lists every fault, one a line. */
function expectNone(faults: string[]): void {
  if (faults.length > 0) expect.fail(`${faults.length} faults:\n${faults.join('\n')}`)
}

describe('the repository', () => {
  test('imports follow the directions of the architecture', () => expectNone(wrongImports(repository)))
  test('applications never import each other', () => expectNone(importsOfOtherApps(repository)))
  test('a slice has one name in contract, server and web, and a front door in each', () => expectNone(sliceNames(repository, api)))
  test('every declared refusal is provoked by a test that names it', () => expectNone(errorsWithoutTest(repository, api)))
  test('nothing banned is in the code', () => expectNone(bannedWords(repository)))
  test('no file of a program is without a user', () => expectNone(deadFiles(repository)))
  test('no property of a style sheet is without a reader', () => expectNone(unreadProperties(repository)))
  test('files are short enough to be read at once', () => expectNone(longFiles(repository)))
  test('files are named by what they hold', () => expectNone(vagueNames(repository)))
  test('decisions have a number each', () => expectNone(decisionNumbers(repository)))
  test('it speaks of the project alone', () => expectNone(foreignWords(repository)))
  test('tables can be spread over machines, and hold neither triggers nor floating point', () => expectNone(sqlFaults(repository)))
  test('leases are rows, and nothing depends on being woken', () => expectNone(lockFaults(repository)))
})

describe('what is declared once', () => {
  test('generated files are what the declarations make', async () => {
    const stale = Object.entries(await generated()).filter(([file, content]) => repository.get(file) !== content)
    expectNone(stale.map(([file]) => `${file} is stale: npm run docs`))
  })

  test('a machine and the database allow the same states', async () => {
    const machines = (await contractMachines(root)).map(({ machine }) => machine)
    expectNone(machinesWithoutCheck(repository, machines))
  })

  test('screens have an address and a label in behaviour events of their own', async () => {
    const screens = await declaredScreens(root)
    expect(screens.length).toBeGreaterThan(0)
    for (const key of ['path', 'label'] as const) {
      const values = screens.map((screen) => screen[key])
      expectNone(values.filter((value, index) => values.indexOf(value) !== index).map((value) => `${key} ${value} is declared twice`))
    }
  })
})
