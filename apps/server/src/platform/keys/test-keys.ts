import { openKysely, openPool } from '@fyh/postgres/pool.ts'
import { publishedLenderIds } from '#lending/lenders/lenders.ts'
import { readConfig } from '../config.ts'
import { makeSeal } from '../crypto.ts'
import type { DB } from '../tables.generated.ts'
import type { TestServer } from '../test-server.ts'
import { renewKeys } from './renew.ts'

/** No commas: retired keys stand in a list. */
export const formerKeys = {
  FIELD_KEY: 'a former key for fields that is no secret',
  INDEX_KEY: 'a former key for indexes that is no secret',
  VENDOR_SECRET: 'a former key for vendors that is no secret',
}
export const newKeys = {
  FIELD_KEY: 'another key for fields that is no secret',
  INDEX_KEY: 'another key for indexes that is no secret',
  VENDOR_SECRET: 'another key for vendors that is no secret',
}
/** The new keys beside the former ones, as while they are being changed. */
export const bothKeys = {
  ...newKeys,
  FIELD_KEYS_RETIRED: formerKeys.FIELD_KEY,
  INDEX_KEYS_RETIRED: formerKeys.INDEX_KEY,
  VENDOR_SECRETS_RETIRED: formerKeys.VENDOR_SECRET,
}

/** The settings of a process on the server's database. */
export const onDatabaseOf = (server: TestServer, keys: Readonly<Record<string, string>>) => ({
  DATABASE_URL: server.deps.config.database.url,
  ...keys,
})

/** What `npm run keys -- renew` does, in this process. */
export async function renewOn(server: TestServer, keys: Readonly<Record<string, string>> = bothKeys) {
  const config = readConfig(onDatabaseOf(server, keys))
  const db = openKysely<DB>(openPool({ ...config.database, max: 2, applicationName: 'test-keys' }))
  const said: string[] = []
  try {
    const now = server.machine.machineNow()
    const isDone = await renewKeys({
      db,
      config,
      lenderIds: publishedLenderIds(),
      seal: makeSeal(config),
      now,
      say: (line) => said.push(line),
    })
    return { isDone, said: said.join('\n') }
  } finally {
    await db.destroy()
  }
}
