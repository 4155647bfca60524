import { createHmac } from 'node:crypto'

/** Secrets of outside parties. Which parties there are is for the application to say. */
type Given<Party extends string> = {
  /** A party without a secret of its own gets one made from this, so no party can sign for another. */
  readonly base: string
  readonly own: ReadonlyMap<Party, string>
  /** Former secrets, each of one party, or a former `base` where no party is named. */
  readonly retired: readonly { readonly party: Party | undefined; readonly secret: string }[]
}

/** Returns, for a party, the secret that signs and then those that are accepted as well. */
export function vendorSecrets<Party extends string>({
  base,
  own,
  retired,
}: Given<Party>): (party: Party) => readonly [string, ...string[]] {
  return (party) => {
    const former = retired.flatMap((entry) =>
      entry.party === undefined ? [madeFrom(entry.secret, party)] : entry.party === party ? [entry.secret] : [],
    )
    return [own.get(party) ?? madeFrom(base, party), ...former]
  }
}

/** HMAC-SHA256 of `vendor port NAME` under VENDOR_SECRET, base64url. */
const madeFrom = (base: string, party: string) => createHmac('sha256', base).update(`vendor port ${party}`).digest('base64url')

/**
 * The secret of an app at the sandbox's messenger. Server and sandbox both make it from the messenger's secret, so that an app of any
 * name works there without a list of apps, and the shared secret itself is never sent.
 */
export const standInSecret = (messengerSecret: string, appId: string): string =>
  createHmac('sha256', messengerSecret).update(`messenger app ${appId}`).digest('hex').slice(0, 32)
