import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Lets a server's close end soon: open requests get their answers, and nobody else holds it up. */
export function endOnClose(app: FastifyInstance, requestMs: number): void {
  cutUnused(app)
  partWithAnswer(app)
  cutUnfinished(app, requestMs)
}

/**
 * Browsers and clients open connections ahead of need. One that never carried a request does not count as idle for Node, and would
 * hold up a close until its other end lets go.
 */
function cutUnused(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
}

/** Node cuts connections that are idle as a close begins, and waits for those that become idle after it. */
function partWithAnswer(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (closing) reply.header('connection', 'close')
    next(null, payload)
  })
}

/** From the close on Node looks at no time limit any more, so a request that never ends would hold it up for ever. */
function cutUnfinished(app: FastifyInstance, requestMs: number): void {
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), requestMs).unref()
  })
}
