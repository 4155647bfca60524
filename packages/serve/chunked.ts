import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance } from 'fastify'

const blockBytes = 16_384

/** A client chooses the chunks of its body, and each that waits for the rest takes up some 500 bytes, however short it is: so they are joined as they come. */
export function joinChunks(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, next) => {
    if (request.headers['transfer-encoding'] === undefined) return next(null, payload)
    const joining = joined(payload)
    // What was answered without being read to its end is in the way of the next request.
    reply.raw.once('finish', () => payload.unpipe(joining).resume())
    next(null, joining)
  })
}

function joined(payload: Readable): Transform {
  let block = Buffer.allocUnsafe(blockBytes)
  let filled = 0
  const joining = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      for (let from = 0; from < chunk.length; ) {
        const taken = chunk.copy(block, filled, from)
        from += taken
        filled += taken
        if (filled < blockBytes) continue
        this.push(block)
        block = Buffer.allocUnsafe(blockBytes)
        filled = 0
      }
      next()
    },
    flush: (next) => next(null, block.subarray(0, filled)),
  })
  // A request that is given up also ends who reads it, and nobody who has stopped reading.
  payload.once('error', (error) => joining.destroy(error))
  joining.on('error', () => undefined)
  return payload.pipe(joining)
}
