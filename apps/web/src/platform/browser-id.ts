import { browserIdOf } from './ids.ts'
import { local } from './storage.ts'

let asked: Promise<string> | undefined

/**
 * R9.3: who this browser is to behaviour tracking: 19 characters of the fingerprint and the time it was taken, made
 * once and kept. The library is large, so it comes after the first screen; its own reporting is off.
 */
export function ensureBrowserId(): Promise<string> {
  asked ??= make().catch(() => '')
  return asked
}

async function make(): Promise<string> {
  const known = local.get('browserId')
  if (known !== undefined) return known
  const { load } = await import('@fingerprintjs/fingerprintjs')
  const agent = await load({ monitoring: false })
  const { visitorId } = await agent.get()
  // Another tab of a first visit may have made it meanwhile.
  const id = local.get('browserId') ?? browserIdOf(visitorId)
  local.set('browserId', id)
  return id
}
