// `npm start` of the launcher's tests: the launcher as it is, over applications that need no build.
import { fileURLToPath } from 'node:url'
import { readSettings } from '../config.ts'
import { runLauncher } from '../run-launcher.ts'

const app = fileURLToPath(new URL('./app.ts', import.meta.url))

await runLauncher(() => ({
  settings: readSettings(process.env, process.cwd()),
  entries: { server: app, trace: app, sandbox: app },
  buildWeb: async () => process.cwd(),
  say: (line) => console.log(line),
}))
