import { once } from 'node:events'
import { createServer } from 'node:net'
import { assert } from '@fyh/base/assert.ts'

/** A port nobody listens on just now. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  assert(typeof address === 'object' && address !== null, 'a TCP server has an address')
  probe.close()
  await once(probe, 'close')
  return address.port
}
