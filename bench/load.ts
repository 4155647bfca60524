import { Agent, request } from 'node:http'

export type Call = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: unknown }

const atOnce = 8

/** Calls a second over a few kept connections. The client takes its share of the machine, alike for whatever is measured. */
export async function callsPerSecond(port: number, calls: readonly Call[], check: (answer: unknown) => boolean): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let next = 0
  const begin = performance.now()
  const worker = async () => {
    for (let call = calls[next++]; call !== undefined; call = calls[next++]) {
      const answer = await send(agent, port, call)
      if (!check(answer)) throw new Error(`${call.method} ${call.path} answered ${JSON.stringify(answer).slice(0, 300)}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const seconds = (performance.now() - begin) / 1000
  agent.destroy()
  return calls.length / seconds
}

export function sendOnce(port: number, call: Call): Promise<unknown> {
  return send(new Agent(), port, call)
}

function send(agent: Agent, port: number, { method, path, headers = {}, body }: Call): Promise<unknown> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((settle, fail) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          ...headers,
          ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part) => parts.push(part))
        response.on('end', () => settle(JSON.parse(Buffer.concat(parts).toString('utf8'))))
      },
    )
    sent.on('error', fail)
    sent.end(payload)
  })
}
