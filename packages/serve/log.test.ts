import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

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
