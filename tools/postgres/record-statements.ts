import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { statementShape } from './statement-shape.ts'

/**
 * Records, for each test file, which statements the product sent to PostgreSQL: one JSON file in the folder of
 * RECORD_STATEMENTS, read by `tools/launch/oldest-postgres.ts`. Statements that tests send themselves do not count.
 */
const folder = process.env.RECORD_STATEMENTS
const recorded: { current: Set<string> | undefined } & Record<symbol, unknown> = Object.assign(globalThis, { current: undefined })
const isWrapped = Symbol.for('fyh.statements.recorded')

if (folder !== undefined) {
  // Test files share the loaded code, so the client is wrapped once for each worker.
  if (recorded[isWrapped] === undefined) wrapClient()
  recorded[isWrapped] = true
  beforeAll(() => {
    recorded.current = new Set()
  })
  afterAll(() => {
    const file = expect.getState().testPath ?? ''
    mkdirSync(folder, { recursive: true })
    const name = `${file.replace(/\W+/g, '-')}.json`
    writeFileSync(join(folder, name), JSON.stringify({ file, statements: [...(recorded.current ?? [])] }))
    recorded.current = undefined
  })
}

function wrapClient(): void {
  // A pool lends out a client in a call-back, in which the caller cannot be seen any more.
  const ofTests = new Set<string>()
  watchQueries(pg.Pool.prototype, (shape, sender) => {
    if (sender === 'test') ofTests.add(shape)
    else recorded.current?.add(shape)
  })
  watchQueries(pg.Client.prototype, (shape, sender) => {
    if (sender === 'product' || (sender === 'unknown' && !ofTests.has(shape))) recorded.current?.add(shape)
  })
}

type Sender = 'product' | 'test' | 'unknown'

function watchQueries(prototype: pg.Pool | pg.Client, onStatement: (shape: string, sender: Sender) => void): void {
  const watched = new Proxy(prototype.query, {
    apply(query, self, args) {
      const text = textOf(args[0])
      const shape = text === undefined ? '' : statementShape(text)
      if (shape !== '' && recorded.current?.has(shape) === false) onStatement(shape, senderOf())
      return Reflect.apply(query, self, args)
    },
  })
  Object.assign(prototype, { query: watched })
}

function textOf(config: unknown): string | undefined {
  if (typeof config === 'string') return config
  return typeof config === 'object' && config !== null && 'text' in config && typeof config.text === 'string' ? config.text : undefined
}

const passedThrough = /node_modules|^node:|\/packages\/postgres\/[^/]*(?<!\.test)\.ts|record-statements\.ts/
const isTestFile = /\.test\.ts|\/test-[^/]*\.ts/

/** The nearest caller outside drivers: the product, or a test and its helpers. */
function senderOf(): Sender {
  const { prepareStackTrace, stackTraceLimit } = Error
  let files: string[] = []
  Error.stackTraceLimit = 60
  Error.prepareStackTrace = (_, sites) => {
    files = sites.map((site) => site.getFileName() ?? '')
    return ''
  }
  void new Error('where').stack
  Error.prepareStackTrace = prepareStackTrace
  Error.stackTraceLimit = stackTraceLimit
  const sender = files.find((file) => file !== '' && !passedThrough.test(file))
  return sender === undefined ? 'unknown' : isTestFile.test(sender) ? 'test' : 'product'
}
