import { runCommand } from './run-command.ts'

await runCommand('server', 'apps/server/src/keys.ts')
