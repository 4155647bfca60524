import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkDigitOf,
  isSpelled,
  luhnHolds,
  maskCard,
  maskIdNumber,
  maskMobile,
  maskName,
  parseCardNumber,
  parseIdNumber,
  parseMobile,
  parseName,
} from './chinese-data.ts'

const withCheckDigit = (first17: string) => first17 + checkDigitOf(first17)

describe('isSpelled', () => {
  test.each(['示例路1号', 'B-12', '３１２室', '𠮷𠮷', 'ئۈرۈمچى', 'བོད་', 'ꆈꌠ', '서울', 'Žižkov', '示例路①号', 'ab'])(
    '%s says something',
    (text) => {
      expect(isSpelled(text)).toBe(true)
    },
  )
  test.each([
    '',
    '😀😀😀😀',
    '。！？…',
    '×÷±√',
    '---·---',
    '℃㎡™',
    '\u200b\u2060\ufeff',
    '❤️👨‍👩‍👧',
    'a',
    '5️⃣',
    '路！！！',
    '😀路口😀',
    '示例路1号🏠',
    '☎示例路',
    '示例路1号❤️',
  ])('%j says nothing', (text) => {
    expect(isSpelled(text)).toBe(false)
  })
})

describe('parseMobile', () => {
  test.each([
    ['\u202D138 0000 0000\u202C'],
    ['+86 138-0000-0000'],
    ['８６１３８００００００００'],
    ['(+86) 138\u00A00000\u20110000'],
    ['008613800000000'],
    ['\uFEFF138\u200B0000\uFE0F0000\u200E'],
  ])('UI-10 parseMobile: %j is 13800000000', (text) => {
    expect(parseMobile(text)).toBe('13800000000')
  })

  test.each(['\u200E', '', '   ', '+86', '12000000000', '1380000000', '138000000000', '+85213800000000', '1380000000a', '١٣٨٠٠٠٠٠٠٠٠'])(
    'UI-10 CN-11 parseMobile: %j is refused',
    (text) => {
      expect(parseMobile(text)).toBeUndefined()
    },
  )

  test.each('166 167 190 192 193 195 196 197 198 199 149 171'.split(' '))(
    'CN-11 parseMobile: numbers of range %s are accepted',
    (range) => {
      expect(parseMobile(`${range}00000000`)).toBe(`${range}00000000`)
    },
  )
})

describe('parseIdNumber', () => {
  test('CN-01 parseIdNumber: a small x and a capital X are the same person, kept with a capital', () => {
    const person = { number: '11010119900307002X', birth: '1990-03-07', sex: 'F' }
    expect(parseIdNumber('11010119900307002x')).toEqual(person)
    expect(parseIdNumber('11010119900307002X')).toEqual(person)
    expect(parseIdNumber('１１０１０１ 19900307 002ｘ\u200E')).toEqual(person)
  })

  test('CN-02 parseIdNumber: an October birthday is accepted, and so are all twelve months', () => {
    expect(parseIdNumber('110101199010120021')).toMatchObject({ birth: '1990-10-12', sex: 'F' })
    for (let month = 1; month <= 12; month += 1) {
      const number = withCheckDigit(`1101011990${String(month).padStart(2, '0')}12001`)
      expect(parseIdNumber(number)).toMatchObject({ number, sex: 'M' })
    }
  })

  test('CN-04 parseIdNumber: 15 digits are refused by their own name, the same person with 18 is accepted', () => {
    expect(parseIdNumber('110101900307013')).toEqual({ error: 'ID_NUMBER_15_DIGITS' })
    expect(parseIdNumber('110101199003070134')).toMatchObject({ number: '110101199003070134' })
  })

  test('CN-05 parseIdNumber: a former district is accepted, a province that never was is not', () => {
    expect(parseIdNumber('11010319850101001X')).toMatchObject({ birth: '1985-01-01' })
    expect(parseIdNumber(withCheckDigit('99010119900307001'))).toEqual({ error: 'ID_NUMBER_FORMAT' })
  })

  test.each([
    [withCheckDigit('11010119900230001'), 'ID_NUMBER_DATE'],
    [withCheckDigit('11010119901301001'), 'ID_NUMBER_DATE'],
    [withCheckDigit('11010118000101001'), 'ID_NUMBER_DATE'],
    ['110101199003070021', 'ID_NUMBER_CHECK_DIGIT'],
    ['11010119900307002Y', 'ID_NUMBER_FORMAT'],
    ['1101011990030700X2', 'ID_NUMBER_FORMAT'],
    ['', 'ID_NUMBER_FORMAT'],
  ])('parseIdNumber: %s answers %s', (number, error) => {
    expect(parseIdNumber(number)).toEqual({ error })
  })

  test('parseIdNumber: one wrong digit or two neighbours swapped never pass for the same person', () => {
    const digits = fc.tuple(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 999 }))
    fc.assert(
      fc.property(digits, ([place, shift, serial]) => {
        const number = withCheckDigit(`11010119900307${String(serial).padStart(3, '0')}`)
        const wrong = number.slice(0, place) + String((Number(number.charAt(place)) + shift) % 10) + number.slice(place + 1)
        expect(parseIdNumber(wrong)).toHaveProperty('error')
        const swapped = number.slice(0, 14) + number.charAt(15) + number.charAt(14) + number.slice(16)
        if (swapped !== number) expect(parseIdNumber(swapped)).toEqual({ error: 'ID_NUMBER_CHECK_DIGIT' })
      }),
    )
  })
})

describe('parseName', () => {
  test.each(['\u00B7', '\u2022', '\u30FB', '\u2027', '\u2219', '\uFF0E', '.', '\uFF65'])(
    'CN-07 parseName: the separator %j is stored as U+00B7',
    (dot) => {
      expect(parseName(`阿依古丽${dot}买某某`)).toBe('阿依古丽\u00B7买某某')
    },
  )

  test('CN-07 parseName: long names pass up to 50 characters; a dot first, last or doubled does not', () => {
    const long = `${'古'.repeat(13)}·${'丽'.repeat(14)}`
    expect(parseName(long)).toBe(long)
    expect(parseName('𠮷'.repeat(50))).toBe('𠮷'.repeat(50))
    for (const text of ['古'.repeat(51), '·古丽', '古丽·', '古··丽', '古•.丽', '·', '']) expect(parseName(text)).toBeUndefined()
  })

  test.each(['王䮌', '张㛃', '李𠮷', '刘䶮', '王〇', '鿏鿯', '\u{30000}\u{31350}'])('CN-08 parseName: %s is accepted as it is', (name) => {
    expect(parseName(name)).toBe(name)
  })

  test('parseName: spaces and invisible marks go, other letters are refused', () => {
    expect(parseName(' 测\u3000试\u200B ')).toBe('测试')
    for (const text of ['王', 'Wang', '王1', '王a', '王😀', '王,五', 'ワン']) expect(parseName(text)).toBeUndefined()
  })
})

describe('cards', () => {
  test.each([
    [15, false],
    [16, true],
    [17, true],
    [18, true],
    [19, true],
    [20, false],
  ])('CN-13 parseCardNumber: %d digits → %s', (length, accepted) => {
    const number = '603367000000000008000'.slice(0, length)
    expect(parseCardNumber(number)).toBe(accepted ? number : undefined)
  })

  test('CN-13 parseCardNumber: groups of four as copied are accepted, letters are not', () => {
    expect(parseCardNumber('6222 0000-0000 0000')).toBe('6222000000000000')
    expect(parseCardNumber('622200000000000x')).toBeUndefined()
  })

  test('luhnHolds: a hint on the last digit', () => {
    expect(luhnHolds('79927398713')).toBe(true)
    expect(luhnHolds('79927398710')).toBe(false)
    expect(luhnHolds('')).toBe(false)
    expect(luhnHolds('7992739871x')).toBe(false)
  })
})

describe('masks', () => {
  test.each([
    [maskName, '王', '*'],
    [maskName, '王五', '王*'],
    [maskName, '𠮷野', '𠮷*'],
    [maskName, '阿依古丽·买某某', '阿*******'],
    [maskName, '', ''],
    [maskMobile, '13800000000', '138****0000'],
    [maskMobile, '1380', '****'],
    [maskMobile, '', ''],
    [maskIdNumber, '11010119900307002X', '1101**********002X'],
    [maskIdNumber, '1101', '****'],
    [maskCard, '6222000000001234', '**** 1234'],
    [maskCard, '6222000000000001234', '**** 1234'],
    [maskCard, '1234', '****'],
    [maskCard, '', ''],
  ])('PS-05 %o of %j is %j', (mask, text, shown) => {
    expect(mask(text)).toBe(shown)
  })

  test('PS-05 masks: never show a value whole, however short', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'0123456789X王五𠮷·'), minLength: 1, maxLength: 25 })
    fc.assert(
      fc.property(plain, fc.constantFrom(maskName, maskMobile, maskIdNumber, maskCard), (text, mask) => {
        expect(mask(text)).not.toBe(text)
      }),
      { numRuns: 1000 },
    )
  })
})
