import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger } from 'pino'

type LogSettings = { name: string; level?: string; to?: DestinationStream }

/** Linux: what a pipe takes in one piece, so that lines of processes that share one do not mix. */
const pipeBytes = 4_096

/** Standard output, written a few KB or a second at a time: for a process with many requests, which else spends on lines what it has for work. */
export function gatheredOutput(): DestinationStream {
  return pino.destination({ fd: 1, sync: false, minLength: pipeBytes - 1, maxWrite: pipeBytes, periodicFlush: 1_000 })
}

/** JSON lines. What could name a person is cut from errors, because a driver's or a vendor's message may quote what was sent. */
export function makeLog({ name, level = 'info', to }: LogSettings): Logger {
  const options = { name, level, base: { name }, serializers: { err: errorForLog }, timestamp: pino.stdTimeFunctions.isoTime }
  return to === undefined ? pino(options) : pino(options, to)
}

export function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: scrub(String(error)) }
  const code: unknown = Reflect.get(error, 'code')
  return {
    name: error.name,
    message: scrub(error.message),
    stack: scrub(error.stack ?? ''),
    ...(typeof code === 'string' && { code }),
    ...(error.cause !== undefined && { cause: errorForLog(error.cause) }),
  }
}

/** Phones, id and card numbers, and anything as long as a token. */
export function scrub(text: string): string {
  return text
    .slice(0, 4_000)
    .replace(/\d[\d -]{8,24}[\dXx]/g, '***')
    .replace(/(?<![\w/.-])[\w+=-]{32,}(?![\w/.-])/g, '***')
}
