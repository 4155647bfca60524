import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyTestDatabase, type TestDatabase } from '../../tools/postgres/test-database.ts'
import { BinaryRows } from './binary-rows.ts'
import { copyIn, runPrepared } from './copy.ts'
import { openPool, type Pool } from './pool.ts'

const into = 'kept (place, text, texts, json, id, at, day)'
let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await emptyTestDatabase()
  pool = openPool({ url: database.url, applicationName: 'test', max: 2 })
  await pool.query(
    'create table kept (line bigserial, place bigint, text text, texts text[], json jsonb, id uuid, at timestamptz, day date)',
  )
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

async function copied(rows: BinaryRows): Promise<unknown[]> {
  await pool.query('truncate kept')
  const client = await pool.connect()
  try {
    await copyIn(client, { into, rows: rows.finished() })
  } finally {
    client.release()
  }
  return (await pool.query('select place::text, text, texts, json, id, at::text, day::text from kept order by line')).rows
}

type Values = { place?: number; text?: string; texts?: string[]; json?: string; id?: string; at?: string; day?: string }

function put(
  rows: BinaryRows,
  { place = 0, text = '', texts = [], json = '{}', id = '0'.repeat(32), at = '2000-01-01', day = '2000-01-01' }: Values,
) {
  rows.row(7)
  rows.bigint(place)
  rows.text(text)
  rows.textArray(texts)
  rows.jsonb(json)
  rows.uuid(id)
  rows.timestamptz(Date.parse(at))
  rows.date(Date.parse(day))
}

const uuid = '00112233-4455-6677-8899-aabbccddeeff'

test('values of each type arrive as they are, the least and the largest too', async () => {
  const rows = new BinaryRows(0)
  put(rows, {
    place: Number.MAX_SAFE_INTEGER,
    text: 'a',
    texts: ['a', '', '{"b",c}', '借款'],
    json: '{"a":[1,null]}',
    id: uuid,
    at: '2026-11-28T10:00:00.123Z',
  })
  put(rows, { place: -Number.MAX_SAFE_INTEGER, id: uuid.replaceAll('-', ''), at: '1969-12-31T23:59:59.999Z', day: '1969-12-31' })
  put(rows, { place: -1, at: '1715-01-01', day: '0001-01-01', json: 'null' })
  put(rows, { place: 2 ** 32, at: '2284-12-31T23:59:59.999Z', day: '9999-12-31', json: '"a"' })
  expect(await copied(rows)).toEqual([
    {
      place: '9007199254740991',
      text: 'a',
      texts: ['a', '', '{"b",c}', '借款'],
      json: { a: [1, null] },
      id: uuid,
      at: '2026-11-28 10:00:00.123+00',
      day: '2000-01-01',
    },
    { place: '-9007199254740991', text: '', texts: [], json: {}, id: uuid, at: '1969-12-31 23:59:59.999+00', day: '1969-12-31' },
    expect.objectContaining({ place: '-1', json: null, at: '1715-01-01 00:00:00+00', day: '0001-01-01' }),
    expect.objectContaining({ place: '4294967296', json: 'a', at: '2284-12-31 23:59:59.999+00', day: '9999-12-31' }),
  ])
})

test('a text is its bytes in UTF-8, however long it is and wherever its first other letter stands', async () => {
  const lengths = [1, 2, 15, 16, 17, 40, 127, 128, 255, 256, 3_000]
  const texts = lengths.flatMap((length) =>
    ['é', '借', '\u{1F600}', '\u007F', '\u0080'].flatMap((letter) => [
      letter + 'a'.repeat(length - 1),
      'a'.repeat(length - 1) + letter,
      letter.repeat(length),
    ]),
  )
  const rows = new BinaryRows(100)
  for (const text of texts) put(rows, { text, texts: [text], json: JSON.stringify(text) })
  const read = await copied(rows)
  expect(read).toEqual(texts.map((text) => expect.objectContaining({ text, texts: [text], json: text })))
})

test('nothing is null but what is said to be', async () => {
  const rows = new BinaryRows(0)
  rows.row(7)
  for (let column = 0; column < 7; column += 1) rows.null()
  put(rows, {})
  const [none, some] = await copied(rows)
  expect(none).toEqual({ place: null, text: null, texts: null, json: null, id: null, at: null, day: null })
  expect(some).toEqual({
    place: '0',
    text: '',
    texts: [],
    json: {},
    id: '00000000-0000-0000-0000-000000000000',
    at: '2000-01-01 00:00:00+00',
    day: '2000-01-01',
  })
})

test('half a surrogate pair becomes the replacement character, since it has no bytes of its own', async () => {
  const rows = new BinaryRows(0)
  for (const text of ['\uD800', 'a\uDC00b', `${'a'.repeat(20)}\uD83D`]) put(rows, { text })
  expect(await copied(rows)).toMatchObject([{ text: '\uFFFD' }, { text: 'a\uFFFDb' }, { text: `${'a'.repeat(20)}\uFFFD` }])
})

test('the parameters of a statement are a row, with an array of whichever type and nothing in it where there is nothing', async () => {
  const client = await pool.connect()
  await client.query(`prepare keep (bigint[], integer[], text[], date[], timestamptz[], jsonb) as
    insert into kept (place, text, texts, json, at, day) select $1[1] + $2[2], $3[1], $3, $6, $5[1], $4[1]`)
  const keep = (integers: readonly number[], texts: readonly (string | null)[]) => {
    const rows = new BinaryRows(0)
    rows.row(6)
    rows.array('bigint', [2 ** 32, -1], (value) => rows.bigint(value))
    rows.array('integer', integers, (value) => rows.integer(value))
    rows.array('text', texts, (value) => (value === null ? rows.null() : rows.text(value)))
    rows.array('date', ['2026-11-28'], (value) => rows.date(Date.parse(value)))
    rows.array('timestamptz', ['2026-11-28T10:00:00.123Z'], (value) => rows.timestamptz(Date.parse(value)))
    rows.jsonb('{"a":1}')
    return { name: 'keep', values: rows.onlyRow() }
  }
  await pool.query('truncate kept')
  await runPrepared(client, keep([5, -(2 ** 31)], ['借款', null, '']))
  await runPrepared(client, keep([], []))
  client.release(true)
  const { rows } = await pool.query('select place::text, text, texts, json, at::text, day::text from kept order by line')
  const rest = { json: { a: 1 }, at: '2026-11-28 10:00:00.123+00', day: '2026-11-28' }
  expect(rows).toEqual([
    { place: String(2 ** 31), text: '借款', texts: ['借款', null, ''], ...rest },
    { place: null, text: null, texts: [], ...rest },
  ])
})

test('a copy and the statement after it are kept both or neither, and the connection goes on', async () => {
  const client = await pool.connect()
  await client.query('prepare part_of (text) as update kept set place = 1 / (2 * place) where text = $1')
  const copy = (places: readonly number[]) => {
    const rows = new BinaryRows(0)
    for (const place of places) put(rows, { place, text: 'of it' })
    const values = new BinaryRows(0)
    values.row(1)
    values.text('of it')
    return copyIn(client, { into, rows: rows.finished(), after: { name: 'part_of', values: values.onlyRow() } })
  }
  await pool.query('truncate kept')
  await expect(copy([1, 0])).rejects.toMatchObject({ code: '22012' })
  await copy([1, 2])
  const broken = new BinaryRows(0)
  put(broken, { text: 'a\0b' })
  await expect(copyIn(client, { into, rows: broken.finished(), after: { name: 'nobody', values: Buffer.alloc(2) } })).rejects.toMatchObject(
    {
      code: '22021',
    },
  )
  client.release(true)
  expect((await pool.query('select place::text from kept')).rows).toEqual([{ place: '0' }, { place: '0' }])
})

test.each([
  ['22003', { place: 1.5 }],
  ['22003', { place: Number.NaN }],
  ['22003', { place: 2 ** 53 }],
  ['22P02', { id: 'none' }],
  ['22P02', { id: `${'0'.repeat(31)}g` }],
  ['22P02', { id: `${'0'.repeat(33)}` }],
  ['22007', { at: 'at noon' }],
  ['22007', { at: '2286-01-01' }],
  ['22007', { day: 'today' }],
] as const)('a value that its type does not have is told by %s before anything is sent: %j', (code, values) => {
  const rows = new BinaryRows(0)
  expect(() => put(rows, values)).toThrow(expect.objectContaining({ name: 'InvalidValue', code }))
})

test.each([
  ['22021', { text: 'a\0b' }],
  ['22P02', { json: '{' }],
  ['22P05', { json: '"\\u0000"' }],
])('what the database refuses is told by %s, and nothing of the copy is kept: %j', async (code, values) => {
  const rows = new BinaryRows(0)
  put(rows, {})
  put(rows, values)
  await expect(copied(rows)).rejects.toMatchObject({ code })
  expect((await pool.query('select 1 from kept order by line')).rows).toEqual([])
})

test.each([1.5, Number.NaN, 2 ** 31])('%s is no integer', (value) => {
  expect(() => new BinaryRows(0).integer(value)).toThrow(expect.objectContaining({ name: 'InvalidValue', code: '22003' }))
})

test('bytes that are no text are refused too, so that nothing corrupt can be kept', async () => {
  const rows = new BinaryRows(0)
  put(rows, { text: 'éa' })
  const bytes = rows.finished()
  bytes[bytes.indexOf(Buffer.from('éa')) + 1] = 0x20
  const client = await pool.connect()
  await expect(copyIn(client, { into, rows: bytes })).rejects.toMatchObject({ code: '22021' })
  client.release()
})
