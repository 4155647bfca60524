import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'

const batch = z.object({ events: z.array(z.object({ event: z.string(), eventId: z.string(), page: z.string(), seq: z.number() })) })
export type Passed = {
  readonly method: string
  readonly type: string
  readonly origin: string | undefined
  readonly body: string
  readonly events: z.infer<typeof batch>['events']
}

/** What becomes of a request on its way: open, refused before the trace backend sees it, or its answer lost after it was taken. */
type State = 'open' | 'refuses' | 'losesAnswers'

/** The way from browsers to the trace backend, which writes down what passes and can be broken. */
export async function openTraceWay() {
  const passed: Passed[] = []
  const way: { state: State; target: string } = { state: 'open', target: '' }
  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const method = request.method ?? ''
    const type = request.headers['content-type'] ?? ''
    const { events } = body === '' ? { events: [] } : batch.parse(JSON.parse(body))
    passed.push({ method, type, origin: request.headers.origin, body, events })
    if (way.state === 'refuses') return void response.writeHead(503, { 'retry-after': '2' }).end()
    const { origin } = request.headers
    const answer = await fetch(`${way.target}${request.url}`, {
      method,
      headers: { ...(origin === undefined ? {} : { origin }), 'content-type': type },
      ...(body === '' ? {} : { body }),
    })
    if (way.state === 'losesAnswers') return void response.destroy()
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the way has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    passed,
    leadTo: (target: string) => {
      way.target = target
    },
    become: (state: State) => {
      way.state = state
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}
export type TraceWay = Awaited<ReturnType<typeof openTraceWay>>

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
