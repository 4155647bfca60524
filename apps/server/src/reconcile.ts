import { parseArgs } from 'node:util'
import { isCivilDate } from '@fyh/base/dates.ts'
import { reconcile } from '#features/reconcile/reconcile.ts'
import { createApp } from './app.ts'
import { runCommand } from './platform/process.ts'

/**
 * The door for `npm run reconcile [-- --date YYYY-MM-DD]`: ends with 0 when everything agrees, with 1 when something differs, with 2 when nothing does but a party
 * could not be asked.
 */
await runCommand('reconcile', async ({ config, log, machine, args, say }) => {
  const { date } = parseArgs({ args: [...args], options: { date: { type: 'string' } } }).values
  if (date !== undefined && !isCivilDate(date)) throw new Error('--date takes a day, such as 2026-11-27')
  const app = await createApp({ config, log, machine, superviseJobs: false })
  const { differences, unasked } = await reconcile(app.deps, { date, say }).finally(() => app.close())
  return differences > 0 ? 1 : unasked > 0 ? 2 : 0
})
