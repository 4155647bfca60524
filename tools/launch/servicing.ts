import { runCommand } from './run-command.ts'

await runCommand('apps/server/src/servicing.ts')
