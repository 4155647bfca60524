import { local } from './storage.ts'
import { browserId } from './trace-ids.ts'

/** Nobody is tracked better by waiting longer, and events wait for it. */
const fingerprintMs = 10_000
let asked: Promise<string> | undefined

/** The browser id (R9.3), by the fingerprint where that can be taken in time, else by chance: one there always is. */
export function ensureBrowserId(): Promise<string> {
  asked ??= Promise.race([fingerprint(), tooLate()]).then(browserId, () => browserId())
  return asked
}

/** The library is large, so it comes after the first screen; its own reporting is off. */
async function fingerprint(): Promise<string | undefined> {
  if ((local.get('browserId') ?? '') !== '') return undefined
  const { load } = await import('@fingerprintjs/fingerprintjs')
  const agent = await load({ monitoring: false })
  return (await agent.get()).visitorId
}

const tooLate = (): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, fingerprintMs))
