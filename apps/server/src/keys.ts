import { openKysely, openPool } from '@fyh/postgres/pool.ts'
import { publishedLenderIds } from '#lending/lenders/lenders.ts'
import { makeSeal } from './platform/crypto.ts'
import { keyStatus, renewKeys } from './platform/keys/renew.ts'
import { runCommand } from './platform/process.ts'
import type { DB } from './platform/tables.generated.ts'

const usage = `Usage:
  npm run keys -- status    shows which keys the databases need
  npm run keys -- renew     re-encrypts and re-indexes all data with the current keys, so that retired keys can be removed`

/** Entry point of `npm run keys -- …`, which changes the keys of the server's database. */
await runCommand('keys', async ({ config, machine, args, say }) => {
  const [act, ...rest] = args
  if ((act !== 'status' && act !== 'renew') || rest.length > 0) throw new Error(usage)
  const db = openKysely<DB>(openPool({ ...config.database, max: 2, applicationName: 'fyh-keys', statementTimeoutMs: 600_000 }))
  const given = { db, config, lenderIds: publishedLenderIds(), seal: makeSeal(config), now: machine.machineNow(), say }
  try {
    if (act === 'renew') return (await renewKeys(given)) ? 0 : 1
    await keyStatus(given)
    return 0
  } finally {
    await db.destroy()
  }
})
