import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { errorForLog } from './log.ts'

test('lines of processes that share a pipe do not mix, also when its reader is slow', () => {
  const script = `import { gatheredOutput, makeLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
    const log = makeLog({ name: 'one of four', to: gatheredOutput() })
    for (let line = 0; line < 1_000; line += 1) log.info({ filler: 'x'.repeat(line % 700) }, 'a line')`
  const writer = '"$0" --input-type=module -e "$1"'
  const { stdout } = spawnSync(
    'sh',
    ['-c', `{ ${writer} & ${writer} & ${writer} & ${writer} & wait; } | { sleep 1; dd bs=4096 status=none; }`, process.execPath, script],
    {
      encoding: 'utf8',
      maxBuffer: 16 * 1024 * 1024,
    },
  )
  const lines = stdout.trim().split('\n')
  expect(lines).toHaveLength(4_000)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ msg: 'a line' })
})

test.each([
  ['a plain object', { queue: 'borrow.payOut', reason: { why: 'away' } }, ['borrow.payOut', 'away']],
  [
    'an object with the parts of an error',
    { message: 'no room', stack: 'Error: no room\n at x', code: '53300' },
    ['no room', ' at x', '53300'],
  ],
  ['a cause that is an object', new Error('outer', { cause: { detail: 'inner' } }), ['outer', 'inner']],
  ['every error of several', new AggregateError([new Error('one'), { detail: 'two' }], 'both'), ['both', 'one', 'two']],
  ['a text', 'thrown', ['thrown']],
  ['nothing', undefined, ['undefined']],
])('a thrown value is written out, never as [object Object]: %s', (_, thrown, parts) => {
  const line = JSON.stringify(errorForLog(thrown))
  expect(line).not.toContain('[object Object]')
  for (const part of parts) expect(line).toContain(part)
})

test('PS-01 a plain object in the log is scrubbed like any error', () => {
  const line = JSON.stringify(errorForLog({ mobile: '13800000001', token: 'a'.repeat(43) }))
  expect(line).not.toMatch(/13800000001|a{43}/)
})
