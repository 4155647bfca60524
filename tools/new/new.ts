import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { create } from './create.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

try {
  const files = create(root, process.argv.slice(2))
  // A run of its own, so that it reads what was just written.
  const docs = spawnSync(process.execPath, ['tools/docs/docs.ts'], { cwd: root, encoding: 'utf8' })
  process.stdout.write(`${files.join('\n')}\n${docs.stdout}`)
  if (docs.status !== 0) throw new Error(`The generated pages could not be made:\n${docs.stderr}`)
  process.stdout.write('\nNext: say what it promises (TODO), fill in schemas, handler and words, then npm run check.\n')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
