import { connect } from 'node:net'

export type Load = { readonly seconds: number; readonly p99Ms: number }

/**
 * Posts each body once over so many kept connections, the next one when the answer is there. Plain sockets and requests made
 * beforehand, so that the client takes as little as can be of the machine it shares with what is measured.
 */
export async function postAll(
  port: number,
  { path, bodies, connections }: { path: string; bodies: readonly string[]; connections: number },
): Promise<Load> {
  const requests = bodies.map((body) => requestOf(port, path, body))
  const waits: number[] = []
  let next = 0
  const begin = performance.now()
  const worker = () =>
    new Promise<void>((settle, fail) => {
      const socket = connect(port, '127.0.0.1')
      let sentAt = 0
      const send = () => {
        const request = requests[next]
        next += 1
        sentAt = performance.now()
        if (request === undefined) socket.end(settle)
        else socket.write(request)
      }
      socket.on('connect', send)
      socket.on('error', fail)
      // Answers are short: each comes in one piece.
      socket.on('data', (answer) => {
        const text = answer.toString('latin1')
        if (!text.startsWith('HTTP/1.1 200') || !text.includes('"code":0')) return fail(new Error(`answered ${text.slice(0, 800)}`))
        waits.push(performance.now() - sentAt)
        send()
      })
    })
  await Promise.all(Array.from({ length: connections }, worker))
  const seconds = (performance.now() - begin) / 1_000
  const ordered = waits.toSorted((a, b) => a - b)
  return { seconds, p99Ms: ordered[Math.floor(ordered.length * 0.99)] ?? Number.NaN }
}

function requestOf(port: number, path: string, body: string): Buffer {
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
