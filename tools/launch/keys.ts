import { runCommand } from './run-command.ts'

await runCommand('server', 'apps/server/src/keys.ts')
const ofServer = process.exitCode
await runCommand('trace', 'apps/trace/src/keys.ts')
process.exitCode = Math.max(Number(ofServer ?? 0), Number(process.exitCode ?? 0))
