import { describe, expect, test } from 'vitest'
import { allowedStandIns, allowsLender, standInPorts } from './stand-ins.ts'

const production = { NODE_ENV: 'production' }
const real = Object.fromEntries(standInPorts.map((port) => [`PROVIDER_${port.toUpperCase()}`, 'vendor']))

describe('production', () => {
  test('refuses every stand-in that is not allowed, and names the setting of each', () => {
    expect(() => allowedStandIns(production)).toThrow(/PROVIDER_SMS=sandbox[\s\S]*PROVIDER_LENDER=sandbox/)
    for (const port of standInPorts) {
      const setting = `PROVIDER_${port.toUpperCase()}`
      for (const name of ['sandbox', '', undefined])
        expect(() => allowedStandIns({ ...production, ...real, [setting]: name }), setting).toThrow(`${setting}=sandbox`)
    }
    for (const DEV_TOOLS of ['1', 'on'])
      expect(() => allowedStandIns({ ...production, ...real, DEV_TOOLS })).toThrow(`DEV_TOOLS=${DEV_TOOLS}`)
  })

  test('runs on those that are allowed by name, and returns them', () => {
    expect(allowedStandIns({ ...production, ...real })).toEqual([])
    expect(allowedStandIns({ ...production, ...real, PROVIDER_OCR: 'sandbox', ALLOW_STAND_INS: 'ocr, messenger' })).toEqual([
      'ocr',
      'messenger',
    ])
    expect(() => allowedStandIns({ ...production, ALLOW_STAND_INS: 'sms' })).toThrow('PROVIDER_OCR=sandbox')
    expect(() => allowedStandIns({ ...production, ...real, ALLOW_STAND_INS: 'all' })).toThrow(
      'ALLOW_STAND_INS: all does not name a stand-in',
    )
  })
})

describe('lenders in production', () => {
  const others = { ...production, ...real, PROVIDER_LENDER: undefined }

  test('each stand-in of a lender is allowed by its own name; `lender` allows all of them', () => {
    const mixed = { ...others, PROVIDER_LENDER_1: 'bank', PROVIDER_LENDER_2: 'sandbox' }
    expect(() => allowedStandIns(mixed)).toThrow('PROVIDER_LENDER_2=sandbox')
    expect(() => allowedStandIns({ ...mixed, ALLOW_STAND_INS: 'lender_1' })).toThrow('PROVIDER_LENDER_2=sandbox')
    expect(allowedStandIns({ ...mixed, ALLOW_STAND_INS: 'lender_2' })).toEqual(['lender_2'])
    expect(allowedStandIns({ ...mixed, ALLOW_STAND_INS: 'lender' })).toEqual(['lender', 'lender_2'])
    expect(allowedStandIns({ ...others, ALLOW_STAND_INS: 'lender_1,lender_3' })).toEqual(['lender_1', 'lender_3'])
    expect(allowedStandIns({ ...others, PROVIDER_LENDER_1: 'bank' })).toEqual([])
    expect(() => allowedStandIns({ ...others, PROVIDER_LENDER: 'bank', PROVIDER_LENDER_2: 'sandbox' })).toThrow('PROVIDER_LENDER_2=sandbox')
    expect(() => allowedStandIns({ ...others, ALLOW_STAND_INS: 'lender_0' })).toThrow('lender_0 does not name a stand-in')
  })

  test('the server asks for each lender that is published', () => {
    expect([allowsLender(['lender'], 2), allowsLender(['lender_2'], 2), allowsLender(['lender_2'], 3), allowsLender(['sms'], 2)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

test('development runs on all of them and says nothing', () => {
  expect(allowedStandIns({ DEV_TOOLS: '1' })).toEqual([])
})
