import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Machine, type Table, toMermaid } from '@fyh/base/machine.ts'
import { pageHead } from './markdown.ts'

/** Every state machine of the contract, by the file that declares it. */
export async function contractMachines(root: string): Promise<{ file: string; machine: Machine<Table> }[]> {
  const files = globSync('packages/contract/*.machine.ts', { cwd: root }).sort()
  const found = await Promise.all(files.map(async (file) => machinesOf(file, await import(pathToFileURL(join(root, file)).href))))
  return found.flat()
}

function machinesOf(file: string, exports: Readonly<Record<string, unknown>>) {
  return Object.values(exports)
    .filter(isMachine)
    .map((machine) => ({ file, machine }))
}

function isMachine(value: unknown): value is Machine<Table> {
  return typeof value === 'object' && value !== null && 'table' in value && 'initial' in value && 'states' in value
}

export async function machinesPage(root: string): Promise<string> {
  const drawings = (await contractMachines(root)).map(
    ({ file, machine }) => `## ${machine.name}\n\n\`${file}\`\n\n\`\`\`mermaid\n${toMermaid(machine)}\n\`\`\`\n`,
  )
  return [pageHead('State machines', 'the tables in packages/contract'), ...drawings].join('\n')
}
