import { describe, expect, test } from 'vitest'
import { allowedStandIns, standInPorts } from './stand-ins.ts'

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

test('development runs on all of them and says nothing', () => {
  expect(allowedStandIns({ DEV_TOOLS: '1' })).toEqual([])
})
