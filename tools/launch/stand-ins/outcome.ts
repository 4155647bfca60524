import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const key = 'k'.repeat(40)
const keys = { FIELD_KEY: key, INDEX_KEY: key, VENDOR_SECRET: key, TRACE_INDEX_KEY: key }

/** Runs a program of the product with these settings to its end and returns its exit code and what it wrote. */
export async function outcomeOf(entry: string, settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(root, entry)], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...keys, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const code = await new Promise<number | null>((settle) => child.once('close', settle))
  return { code, output }
}
