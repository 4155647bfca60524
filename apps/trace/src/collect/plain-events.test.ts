import { collect } from '@fyh/contract/trace.ts'
import { traceFields } from '@fyh/contract/trace-event.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventRow } from './event-row.ts'
import { openNameLimit } from './name-limit.ts'
import { plainEvents } from './plain-events.ts'
import { readEvents, readPlainEvents } from './read-events.ts'
import { testMobileIndex } from './test-events.ts'

const example = { ...collect.trace.example.body, seq: 1, at: 1_795_831_200_000, channel: 'fyh', brand: 'fyh', host: 'browser' }
const reading = () => ({
  receivedAt: new Date(example.at),
  mobileIndex: testMobileIndex,
  digestKey: 'a key for tests',
  nameLimit: openNameLimit(),
})

const one = JSON.stringify(example)
const plain = (text: string) => plainEvents(Buffer.from(text), 100)

const plainText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom('', 'x'.repeat(60), '{"ms":2500,"fields":2}', 'a\nb\\', 'C:\\dir', '借款 😀', '13800000001', 'TypeError: x', '\u2028'),
)
const id = fc.oneof(fc.stringMatching(/^[\w-]{0,41}$/), fc.constantFrom('754974720000123', '13800000001', '110101199003070021'))
const payloadChange = fc
  .constantFrom(...Object.entries(traceFields))
  .chain(([name, field]) => ('form' in field ? id : plainText).map((value) => ({ [name]: value })))
const besideChange = fc.oneof(
  fc.oneof(fc.nat(), fc.maxSafeInteger(), fc.constantFrom(1.5, 2 ** 53, '1', null, undefined)).map((seq) => ({ seq })),
  fc.oneof(fc.maxSafeInteger(), fc.constantFrom(example.at - 1, -1, 0, 2 ** 53, null, undefined)).map((at) => ({ at })),
  fc.oneof(id, fc.constantFrom('a b', 1, undefined)).map((channel) => ({ channel })),
  fc.jsonValue().map((note) => ({ note })),
)
const changes = fc.tuple(payloadChange, fc.oneof(payloadChange, besideChange)).map((both) => Object.assign({}, ...both))
const bodies = fc
  .array(changes, { minLength: 1, maxLength: 3 })
  .map((events) => events.map((change) => ({ ...example, ...change })))
  .chain((events) => fc.constantFrom(JSON.stringify({ events }), JSON.stringify(events[0]), JSON.stringify({ events }, null, 1)))

/** With a character changed in an event whose sender is told by the one before. */
const changedBodies = fc
  .tuple(
    payloadChange,
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    fc.constantFrom(...'"\\,}]{: 0a\t\x7fé', ''),
    fc.nat(1),
  )
  .map(([change, share, char, length]) => {
    const event = JSON.stringify({ ...example, ...change })
    const place = Math.floor(share * event.length)
    return `{"events":[${one},${event.slice(0, place)}${char}${event.slice(place + length)}]}`
  })

/** Without a seq a digest is a random UUID, with dashes. */
const withoutChance = (row: EventRow) => ({ ...row, digest: row.digest.replace(/.*-.*/, '') })

test('what is read in one pass is what a parser reads, digest and all; the rest is left to the parser', () => {
  let found = 0
  fc.assert(
    fc.property(fc.oneof(bodies, changedBodies), (text) => {
      const rows = readPlainEvents(Buffer.from(text), reading())
      if (rows === undefined) return
      found += 1
      const { rows: read, refusals } = readEvents(JSON.parse(text), reading())
      expect({ rows: rows.map(withoutChance), refusals: [] }).toEqual({ rows: read.map(withoutChance), refusals })
    }),
    { seed: 20261128, numRuns: 6_000 },
  )
  expect(found).toBeGreaterThan(1_000)
})

test('events as browsers of ours send them are plain, one or a hundred', () => {
  expect(plain(one)).toHaveLength(1)
  expect(plain(`{"events":[${Array.from({ length: 100 }, () => one).join()}]}`)).toHaveLength(100)
  expect(plain(JSON.stringify({ events: [{ ...example, content: '{"ms":1}', page: '借款' }] }))).toMatchObject([
    { content: '{"ms":1}', page: '借款', seq: 1 },
  ])
})

test('each event of a request keeps what it says of its sender, also where that is told once for many and one says otherwise', () => {
  const senders = [{}, {}, { mobile: '138****0001' }, { userId: '7' }, { host: '' }, { host: undefined }, {}].map((change) => ({
    ...example,
    ...change,
  }))
  const text = JSON.stringify({ events: senders })
  const said = senders.map(({ mobile, userId, host = '' }) => ({ mobile, userId, host }))
  expect(plain(text)?.map(({ sender: { mobile, userId, host } }) => ({ mobile, userId, host }))).toEqual(said)
  const personal = JSON.stringify({ events: [{ ...example, userId: '13800000001' }, example, { ...example, userId: '13800000001' }] })
  expect(readPlainEvents(Buffer.from(personal), reading())?.map(({ refused }) => refused)).toEqual([
    ['mobile:userId'],
    [],
    ['mobile:userId'],
  ])
  expect(plain(JSON.stringify({ events: [example, { ...example, userId: '7'.repeat(31) }] }))).toBeUndefined()
})

test.each([
  ['nothing', ''],
  ['an empty batch', '{"events":[]}'],
  ['something behind', `${one} `],
  ['a batch with something behind', `{"events":[${one}]},`],
  ['a batch that is not closed', `{"events":[${one},`],
  ['a batch with another tail', `{"events":[${one}}]`],
  ['events without a batch', `${one},${one}`],
  ['one more than are allowed', `{"events":[${Array.from({ length: 101 }, () => one).join()}]}`],
])('%s is not plain', (_, text) => {
  expect(plain(text)).toBeUndefined()
})

test.each([
  ['an event cut off', one.slice(0, -1)],
  ['a field twice', one.replace('"seq":1', '"action":"tap","seq":1')],
  ['a number written otherwise', one.replace('"seq":1', '"seq":1.0')],
  ['a text written otherwise', one.replace('home', '\\u0068ome')],
  ['a content written otherwise', one.replace('"content":""', '"content":"\\/"')],
  ['a number that begins with 0', one.replace('"seq":1', '"seq":01')],
  ['a number too large to be exact', one.replace('"seq":1', '"seq":9007199254740992')],
  ['no number', one.replace('"at":1795831200000', '"at":')],
  ['a content that ends in an escape', one.replace('"content":""', '"content":"\\"')],
  ['a control character', one.replace('home', 'ho\tme')],
  ['an id of other characters', one.replace('eeee', 'ee e')],
  ['a page that is too long', one.replace('home', 'x'.repeat(201))],
  ['a content that is too long', one.replace('"content":""', `"content":"${'x'.repeat(2_001)}"`)],
  ['a key that JavaScript minds', one.replace('"seq":1', '"__proto__":1')],
])('%s is not plain, alone or after an event of the same sender', (_, text) => {
  for (const body of [text, `{"events":[${one},${text}]}`]) expect(plain(body)).toBeUndefined()
})

test('an event is read alike whether the one before told the same sender or another', () => {
  const changes = [
    {},
    { content: 'a\nb\\"c"' },
    { content: 'x'.repeat(2_000) },
    { seq: 0, at: 0 },
    { seq: Number.MAX_SAFE_INTEGER },
    { seq: undefined },
    { at: undefined },
    { host: undefined },
    { page: '\x7f' },
  ]
  for (const change of changes) {
    const event = JSON.stringify({ ...example, ...change })
    const read = plain(event)
    expect(read).toHaveLength(1)
    expect(plain(`{"events":[${one},${event},${event}]}`)?.slice(1)).toEqual([read?.[0], read?.[0]])
  }
})
