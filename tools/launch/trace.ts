import { runCommand } from './run-command.ts'

await runCommand('trace', 'apps/trace/src/command.ts')
