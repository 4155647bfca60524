import { inspect } from 'node:util'
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

/** The parts of an error that a log line keeps. Libraries also emit plain objects with the same parts, of which `String` says only that they are objects. */
export function errorForLog(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return { message: scrub(String(error)) }
  const { name, message, stack, code, cause, errors } = partsOf(error)
  return {
    ...(typeof name === 'string' && { name }),
    message: scrub(typeof message === 'string' ? message : inspect(error, { depth: 3, breakLength: Number.POSITIVE_INFINITY })),
    ...(typeof stack === 'string' && { stack: scrub(stack) }),
    ...(typeof code === 'string' && { code }),
    ...(cause !== undefined && { cause: errorForLog(cause) }),
    ...(Array.isArray(errors) && { errors: errors.slice(0, errorsMax).map(errorForLog) }),
  }
}

const partsOf = (error: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(['name', 'message', 'stack', 'code', 'cause', 'errors'].map((part) => [part, Reflect.get(error, part)]))

/** An AggregateError has one for each address that was tried. */
const errorsMax = 5

/** Phones, id and card numbers, and anything as long as a token. */
export function scrub(text: string): string {
  return text
    .slice(0, 4_000)
    .replace(/\d[\d -]{8,24}[\dXx]/g, '***')
    .replace(/(?<![\w/.-])[\w+=-]{32,}(?![\w/.-])/g, '***')
}
