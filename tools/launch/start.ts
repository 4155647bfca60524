import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apps } from './apps.ts'
import { readSettings } from './config.ts'
import { runLauncher } from './run-launcher.ts'
import { buildWeb } from './web-build.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

await runLauncher(() => ({
  settings: readSettings(process.env, root),
  entries: { server: join(root, apps.server.entry), trace: join(root, apps.trace.entry), sandbox: join(root, apps.sandbox.entry) },
  buildWeb: (surroundings) => buildWeb(root, surroundings),
  say: (line) => console.log(line),
}))
