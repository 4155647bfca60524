import { type IncomingMessage, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type LabHost, labHosts } from './lab-hosts.ts'

export type LabTargets = { readonly apiUrl: string; readonly traceUrl: string }
export type LabVisit = { readonly host: LabHost; readonly port: string }

/** Headers that speak of the connection, or of bytes that are changed on the way. */
const dropped = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'etag']

/**
 * Hands a request of a lab host on to the product, and its answer back. A page gets the simulated host put in front of its own
 * scripts, and may be framed by the lab; nothing else is changed.
 */
export async function passOn(request: FastifyRequest, reply: FastifyReply, visit: LabVisit, targets: LabTargets): Promise<FastifyReply> {
  const target = request.url.startsWith('/fuyh/') ? targets.traceUrl : targets.apiUrl
  const answer = await ask(request, target, visit, targets)
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && !dropped.includes(name)) void reply.header(name, value)
  const frames = labOrigins(visit).join(' ')
  const policy = answer.headers['content-security-policy']
  if (typeof policy === 'string')
    void reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${frames}`))
  void reply.code(answer.statusCode ?? 502)
  if (!String(answer.headers['content-type']).startsWith('text/html')) return reply.send(answer)
  return reply.header('cache-control', 'no-store').send(withHost(await text(answer), frames))
}

/** Where the lab's own page is shown. */
export const labOrigins = ({ port }: LabVisit): string[] => [`http://127.0.0.1:${port}`, `http://localhost:${port}`]

function ask(request: FastifyRequest, target: string, { host }: LabVisit, { apiUrl }: LabTargets): Promise<IncomingMessage> {
  const { host: _, origin, 'if-none-match': __, ...headers } = request.headers
  const agent = labHosts[host].userAgent
  return new Promise((settle, fail) => {
    const onward = send(
      new URL(target),
      {
        // As a path: resolved against the target, `//other:80/` would name another host.
        path: request.originalUrl,
        method: request.method,
        headers: {
          ...headers,
          'accept-encoding': 'identity',
          ...(agent !== undefined && { 'user-agent': agent }),
          // The trace backend takes events of the product's own pages alone.
          ...(origin !== undefined && { origin: new URL(apiUrl).origin }),
        },
      },
      settle,
    )
    onward.once('error', fail)
    request.raw.pipe(onward)
  })
}

/** The page as the server wrote it, with the simulated host first, its trace events through the lab, and the lab as its frame. */
export const withHost = (page: string, frames: string): string =>
  page
    .replace('<head>', '<head><script src="/host-lab/host.js"></script>')
    .replace(/(<meta name="trace-host" content=")[^"]*/, '$1')
    .replace(/(<meta name="frame-hosts" content=")[^"]*/, `$1${frames}`)
