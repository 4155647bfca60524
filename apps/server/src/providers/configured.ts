import type { Clock } from '@fyh/base/clock.ts'
import type { Logger } from '@fyh/serve/log.ts'
import type { Config } from '#platform/config.ts'
import { makeProviders } from './adapters.ts'
import type { Providers } from './providers.ts'

/** Returns the outside parties that the configuration names. Throws when it names an adapter that does not exist. */
export function configuredProviders(config: Config, log: Logger, clock: Pick<Clock, 'machineNow'>): Providers {
  const onUnknown = (path: string, why: string) => log.warn({ path, why }, 'an outside party gave no usable answer')
  const { apiUrl, account, mini } = config.messenger
  return makeProviders({
    choice: config.providers,
    lenders: config.lenders,
    sandbox: { baseUrl: config.sandboxUrl, secrets: config.vendorSecrets, clock, onUnknown },
    messenger: {
      baseUrl: apiUrl ?? '',
      apps: apiUrl === null ? [] : mini === undefined ? [account] : [account, mini],
      onTrouble: onUnknown,
    },
  })
}
