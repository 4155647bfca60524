import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { publishEditions } from './publish.ts'
import { type Published, publishedFolder, publishedOf, readPublished, recordIdOf } from './published-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const files = readPublished(publishedFolder)
const rows = () =>
  server.db.selectFrom('published_edition').select(['kind', 'record_id', 'edition', 'sha256', 'published_at']).orderBy('sha256').execute()

/** A published file with changes. */
function changed(kind: Published['edition']['kind'], recordId: number, changes: Readonly<Record<string, unknown>>): Published {
  const file = files.find(({ edition }) => edition.kind === kind && recordIdOf(edition) === recordId)
  return publishedOf({ ...z.looseObject({}).parse(file?.content), ...changes }, 'a changed file')
}

const publish = (...editions: Published[]) => publishEditions(server.deps, editions)

test('a start publishes every file, and another start changes nothing', async () => {
  const published = await rows()
  expect(published.map(({ sha256 }) => sha256)).toEqual(files.map(({ sha256 }) => sha256).toSorted())
  await publish(...files)
  expect(await rows()).toEqual(published)
})

test('nodes that start at once with a new edition publish it once', async () => {
  const next = changed('lender', 3, { edition: 2, inForceFrom: '2026-12-01', payOutHours: 5 })
  await Promise.all(Array.from({ length: 6 }, () => publish(...files, next)))
  expect(
    (await rows())
      .filter(({ kind, record_id }) => kind === 'lender' && record_id === 3)
      .map(({ edition }) => edition)
      .toSorted(),
  ).toEqual([1, 2])
})

test('a file changed in place stops the start and is named', async () => {
  await expect(publish(changed('lender', 2, { payOutHours: 48 }))).rejects.toThrow(
    'edition 1 of lender 2 is published with other content. A published edition never changes: give the change the next edition number and a day in force.',
  )
})

test('the order of keys in a file does not count as a change', async () => {
  const file = files.find(({ edition }) => edition.kind === 'lender' && edition.lenderId === 2)
  const reversed = Object.fromEntries(Object.entries(z.looseObject({}).parse(file?.content)).toReversed())
  await publish(publishedOf(reversed, 'a reordered file'))
})

test('an edition that comes into force before its predecessor stops the start', async () => {
  await expect(publish(changed('product', 201, { edition: 2, inForceFrom: '2019-12-31' }))).rejects.toThrow(
    'edition 2 of product 201 comes into force on 2019-12-31, before edition 1 on 2020-01-01',
  )
})

test('a malformed file stops the start with its name and field', () => {
  expect(() => changed('product', 101, { dayCount: 'actual/366' })).toThrow(/a changed file is not a valid edition.*dayCount/s)
})

test('a product that can cost more than the cap of its lender’s type stops the start with product, tier, price and cap, and publishes nothing', async () => {
  const before = await rows()
  const prices = { A: 72_000, B: 108_000, C: 144_000, D: 180_000, E: 216_000, F: 240_000 }
  await expect(publish(changed('product', 101, { edition: 2, inForceFrom: '2026-12-01', prices }))).rejects.toThrow(
    /^Product 101 \(equalInstalment\) of 示例消费金融有限公司, edition 2, tier F: \d00\.00 yuan over \d+ months.*costs 24\.00\d+ % a year, above the cap of 24\.0000 % \(consumerFinance\)$/m,
  )
  expect(await rows()).toEqual(before)
})

test('a flat product is judged by its all-in price, not by its rate', async () => {
  const prices = { A: null, B: null, C: null, D: null, E: null, F: 140_000 }
  await expect(publish(changed('product', 301, { edition: 2, inForceFrom: '2026-12-01', prices }))).rejects.toThrow(
    /Product 301 \(flat\).*tier F.*costs 2[5-9]\.\d{4} % a year, above the cap/,
  )
})

test('a fee for settling early that makes a short loan dearer than the cap stops the start', async () => {
  const rules = {
    allocationOrder: ['penalty', 'fee', 'interest', 'principal'],
    penalty: { percentOfRate: 150, graceDays: 0, ceiling: 240_000 },
    earlySettlementFee: 5_000,
    interestAhead: 'kept',
  }
  await expect(
    publish(changed('product', 301, { edition: 2, inForceFrom: '2026-12-01', rules: { ...rules, earlySettlementFreeDays: 7 } })),
  ).rejects.toThrow(/Product 301 .*settled on .* a year, above the cap of 24\.0000 %/)
  await expect(publish(changed('product', 301, { edition: 2, inForceFrom: '2026-12-01', rules }))).rejects.toThrow(/costs without bound/)
})

test('a price that a later row of the cap table does not allow is published with a warning that names loan, price, cap and day', async () => {
  const warn = vi.spyOn(server.deps.log, 'warn')
  await publish(changed('product', 301, { edition: 2, inForceFrom: '2026-12-01' }))
  expect(warn).toHaveBeenCalledWith(
    expect.stringMatching(/^Product 301 \(flat\) .*, edition 2, tier \w: .* % a year, above the cap of 12\.0000 % from 2028-01-01$/),
  )
  await publish(changed('product', 101, { edition: 2, inForceFrom: '2026-12-01' }))
  expect(warn.mock.calls.map(([line]) => String(line)).filter((line) => line.startsWith('Product 101'))).toEqual([])
  warn.mockRestore()
})

test('a product without a lender stops the start', async () => {
  await expect(publish(changed('product', 301, { productId: 999, lenderId: 9 }))).rejects.toThrow('lender 9')
})
