import { createHmac } from 'node:crypto'

/**
 * The secret of an app at the sandbox's messenger. Server and sandbox both make it from the secret they share, so that an app of any
 * name works there without a list of apps, and the shared secret itself is never sent.
 */
export const standInSecret = (vendorSecret: string, appId: string): string =>
  createHmac('sha256', vendorSecret).update(`messenger app ${appId}`).digest('hex').slice(0, 32)
