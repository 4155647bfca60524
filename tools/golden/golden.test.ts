import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FormatError, fenAt, percentAt, rateAt, wholeAt } from './fields.ts'
import { differencesIn, isWritten, yuan } from './figure.ts'
import { casesOf, type GoldenCase } from './golden-case.ts'
import type { Kind } from './kind.ts'
import { kinds } from './kinds.ts'
import { runCase } from './run-case.ts'

const productFigures = casesOf(readFileSync(new URL('../../packages/loan-engine/golden/product-figures.json', import.meta.url), 'utf8'))

const drawings = casesOf(readFileSync(new URL('../../packages/loan-engine/golden/drawings.json', import.meta.url), 'utf8'))

const published = casesOf(readFileSync(new URL('../../packages/loan-engine/golden/published.json', import.meta.url), 'utf8'))

const golden = (given: Partial<GoldenCase>): GoldenCase => ({
  id: 'A-1',
  inputs: {},
  flags: [],
  expected: {},
  schedule: [],
  totals: {},
  timeline: [],
  ...given,
})

describe('the product’s own golden figures', () => {
  test.each(productFigures.map((one) => [one.id, one] as const))('LN-01 LN-04 LN-08 LN-14 LN-22 %s agrees to the fen', (_, one) => {
    expect(runCase(one)).toEqual({ id: one.id, result: 'passed' })
  })

  test.each(drawings.map((one) => [one.id, one] as const))(
    '%s, a loan drawn in parts, agrees to the fen with the published figures',
    (_, one) => {
      expect(runCase(one)).toEqual({ id: one.id, result: 'passed' })
    },
  )

  test.each(published.map((one) => [one.id, one] as const))(
    'LN-08 LN-13 LN-17 %s, a loan that runs, agrees to the fen as published',
    (_, one) => {
      expect(runCase(one)).toEqual({ id: one.id, result: 'passed' })
    },
  )

  test('a figure that is a fen off is found in every case with money: the check can fail', () => {
    const spoilt = productFigures.map((one) => casesOf(JSON.stringify({ cases: [{ ...one, ...afenOff(one) }] }))[0])
    const withMoney = spoilt.filter((one, index) => one !== undefined && JSON.stringify(one) !== JSON.stringify(productFigures[index]))
    expect(withMoney.length).toBeGreaterThan(10)
    for (const one of withMoney) if (one !== undefined) expect(runCase(one).result).not.toBe('passed')
  })
})

/** The case with the first money of its expectations one fen higher. */
function afenOff(one: GoldenCase): Pick<GoldenCase, 'expected' | 'timeline'> {
  const raise = (text: string) =>
    text.replace(/"(interest|instalment|unpaid)":"(\d+)\.(\d)(\d)"/, (_, name, whole, tenth, last) => {
      return `"${name}":"${whole}.${tenth}${(Number(last) + 1) % 10}"`
    })
  return { expected: JSON.parse(raise(JSON.stringify(one.expected))), timeline: JSON.parse(raise(JSON.stringify(one.timeline))) }
}

describe('a run of a case', () => {
  const kind = (given: Partial<Kind>): Kind => ({ name: 'kind', takes: () => true, unsupported: [], differencesOf: () => [], ...given })

  test('runCase: what is not applicable is decided before anything is reckoned', () => {
    const differencesOf = () => {
      throw new Error('reckoned')
    }
    const unsupported = [{ reason: 'a setting', holds: ({ inputs }: GoldenCase) => inputs.odd === true }]
    const known = [kind({ unsupported, differencesOf })]
    expect(runCase(golden({ inputs: { odd: true } }), known)).toEqual({ id: 'A-1', result: 'not applicable', reason: 'a setting' })
    expect(runCase(golden({}), known)).toMatchObject({ result: 'failed', differences: [{ got: 'Error: reckoned' }] })
  })

  test('runCase: a value that cannot be read is told with its field, wherever it is met', () => {
    const inputs = { principal: '100.00', annual_rate_pct: '7', periods: 3, unit: 'fortnight', method: 'equal_instalment' }
    const outcome = runCase(golden({ inputs, expected: { instalment: '33.00' } }))
    expect(outcome).toMatchObject({ result: 'not applicable', reason: expect.stringContaining('fortnight') })
  })

  test('runCase: the first kind that takes a case runs it; with differences it has failed', () => {
    const difference = { at: 'row 1', expected: '1.00', got: '1.01' }
    const known = [kind({ takes: () => false }), kind({ differencesOf: () => [difference] }), kind({})]
    expect(runCase(golden({}), known)).toEqual({ id: 'A-1', result: 'failed', differences: [difference] })
    expect(runCase(golden({}), [])).toMatchObject({ result: 'failed' })
  })

  test('kinds: a case in a form that no kind reads is said to be unread, and no reason is given twice by one kind', () => {
    expect(runCase(golden({ inputs: { weight: '3' }, expected: { colour: 'red' } }))).toMatchObject({ result: 'not applicable' })
    for (const { unsupported } of kinds) expect(new Set(unsupported.map(({ reason }) => reason)).size).toBe(unsupported.length)
  })

  test('casesOf: text that is not in the format is refused', () => {
    expect(() => casesOf('[]')).toThrow(FormatError)
    expect(() => casesOf('{"cases":[{"id":"A-1"}]}')).toThrow(FormatError)
    expect(casesOf('{}')).toEqual([])
  })
})

describe('figures as they are written', () => {
  test.each([
    ['about 12.80', 128_038, 4, true],
    ['12.81', 128_038, 4, false],
    ['0.05715142887178467', 57_151, 6, true],
    ['0.0571515', 57_152, 6, true],
    ['-4166.666666666667', -416_667, 2, true],
    ['4166.67', -416_667, 2, false],
    ['15052', 1_505_200, 2, true],
    ['15052', 1_505_250, 2, false],
    ['15052', 1_505_249, 2, true],
    ['1,000.00', 100_000, 2, true],
    ['0', 0, 2, true],
  ])('isWritten: %s of %d with %d decimals: %s', (text, value, places, agrees) => {
    expect(isWritten(text, { value, places })).toBe(agrees)
  })

  test('differencesIn: only figures that are written are compared, and both are shown', () => {
    expect(differencesIn('row 1', { interest: '1.00' }, { interest: yuan(101), principal: yuan(5) })).toEqual([
      { at: 'row 1 interest', expected: '1.00', got: '1.01' },
    ])
    expect(differencesIn('', { interest: null }, { interest: yuan(1) })).toEqual([])
    expect(() => differencesIn('', { interest: 'some' }, { interest: yuan(1) })).toThrow(FormatError)
  })

  test('fields: amounts, rates and counts are read exactly, and what is finer than they are is refused', () => {
    const fields = {
      sum: '1,234.50',
      part: 0.1,
      fine: '0.001',
      zeros: '2.5000',
      percent: '9.4822',
      monthly: '0.1/12',
      odd: '0.0012345678/7',
    }
    expect([fenAt(fields, 'sum'), fenAt(fields, 'part'), fenAt(fields, 'zeros'), percentAt(fields, 'percent')]).toEqual([
      123_450, 10, 250, 94_822,
    ])
    expect([rateAt(fields, 'monthly', 12), rateAt(fields, 'odd', 12)]).toEqual([100_000, undefined])
    expect(() => fenAt(fields, 'fine')).toThrow(FormatError)
    expect(() => wholeAt(fields, 'part')).toThrow(FormatError)
    expect(() => fenAt(fields, 'none')).toThrow(FormatError)
  })
})
