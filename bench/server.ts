import type { FixedClock } from '@fyh/base/clock.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { type App, createApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { scriptedProviders } from '../apps/server/src/providers/scripted.ts'

export const schema = 'fyh'

type Given = {
  readonly url: string
  readonly machine: FixedClock
  readonly providers?: ReturnType<typeof scriptedProviders>
  readonly settings?: Readonly<Record<string, string>>
}

/** The server on a database of a measurement, its outside parties scripted and its jobs at rest. */
export function openApp({ url, machine, providers = scriptedProviders(), settings = {} }: Given): Promise<App> {
  const secret = 'a key for measurements, not a secret'
  const config = readConfig({
    DATABASE_URL: url,
    DATABASE_SCHEMA: schema,
    DATABASE_POOL_MAX: '8',
    FIELD_KEY: secret,
    INDEX_KEY: secret,
    VENDOR_SECRET: secret,
    DEV_TOOLS: '1',
    SMS_ADDRESS_DAILY_MAX: '1000000',
    TRACE_URL: 'http://127.0.0.1:9',
    ...settings,
  })
  return createApp({ config, log: makeLog({ name: 'bench', level: 'error' }), providers, machine, superviseJobs: false })
}
