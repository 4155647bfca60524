import { parseArgs } from 'node:util'
import { civilDate } from '@fyh/base/dates.ts'
import { reconcile } from '#features/reconcile/reconcile.ts'
import { runCommand } from './operator.ts'

/** The door for `npm run reconcile [-- --date YYYY-MM-DD]`: 0 when everything agrees, else 1. */
await runCommand('reconcile', async ({ deps }, args) => {
  const { date } = parseArgs({ args: [...args], options: { date: { type: 'string' } } }).values
  const count = await reconcile(deps, { date: date === undefined ? undefined : civilDate(date), say: (line) => console.log(line) })
  return count === 0 ? 0 : 1
})
