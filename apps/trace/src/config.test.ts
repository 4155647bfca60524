import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const needed = { DATABASE_URL: 'postgresql://app@localhost/fyh', TRACE_INDEX_KEY: 'k'.repeat(32) }

test('without settings of its own it listens on 8081 and takes events from the web origin, by either name of this machine', () => {
  expect(readConfig(needed)).toMatchObject({
    port: 8081,
    databaseSchema: 'trace',
    origins: ['http://127.0.0.1:8080', 'http://localhost:8080'],
  })
})

test('TRACE_PORT goes before PORT, and TRACE_ORIGINS before API_URL', () => {
  const config = readConfig({ ...needed, PORT: '9000', TRACE_PORT: '9001', TRACE_ORIGINS: 'https://a.example, https://b.example/' })
  expect(config).toMatchObject({ port: 9001, origins: ['https://a.example', 'https://b.example'] })
})

test('a wrong setting stops the start and is named', () => {
  expect(() => readConfig({ ...needed, TRACE_PORT: 'many' })).toThrow(/TRACE_PORT/)
  expect(() => readConfig({ ...needed, TRACE_ORIGINS: 'https://a.example, nonsense' })).toThrow(/TRACE_ORIGINS/)
  expect(() => readConfig({})).toThrow(/DATABASE_URL/)
  expect(() => readConfig({ ...needed, TRACE_INDEX_KEY: 'short' })).toThrow(/TRACE_INDEX_KEY/)
  for (const count of ['0', '17', '1.5']) expect(() => readConfig({ ...needed, TRACE_PROCESSES: count })).toThrow(/TRACE_PROCESSES/)
})

test('two processes share the port where there are processors for them, and as many as TRACE_PROCESSES says', () => {
  expect(readConfig(needed).processes).toBe(Math.min(availableParallelism(), 2))
  expect(readConfig({ ...needed, TRACE_PROCESSES: '16' }).processes).toBe(16)
})

test('with the address of a broker events wait in it, and a process may do one part alone', () => {
  expect(readConfig(needed)).toMatchObject({ role: 'both', broker: undefined })
  expect(
    readConfig({ ...needed, TRACE_NATS_URL: 'nats://a:4222,nats://b:4222', TRACE_ROLE: 'write', TRACE_NATS_REPLICAS: '3' }),
  ).toMatchObject({
    role: 'write',
    broker: { url: 'nats://a:4222,nats://b:4222', stream: 'FYH_TRACE', replicas: 3, bytesMax: 1_073_741_824, ackSeconds: 60 },
  })
  expect(() => readConfig({ ...needed, TRACE_ROLE: 'collect' })).toThrow(/TRACE_ROLE/)
  expect(() => readConfig({ ...needed, TRACE_NATS_URL: 'http://a:4222' })).toThrow(/TRACE_NATS_URL/)
})
