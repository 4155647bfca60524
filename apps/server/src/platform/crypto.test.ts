import { describe, expect, test } from 'vitest'
import { makeSeal } from './crypto.ts'

const keys = { fieldKey: 'f'.repeat(32), indexKey: 'i'.repeat(32) }
const seal = makeSeal(keys)
const place = { table: 'borrower', column: 'mobile', row: 7 }

describe('sealed values', () => {
  test.each(['13800000000', '阿依古丽·买买提', '李𠮷', '', 'x'.repeat(10_000)])(
    'CN-08 what was sealed opens to the same text: %s',
    (text) => {
      expect(seal.openText(seal.text(text, place), place)).toBe(text)
    },
  )

  test('the same value never looks the same twice and is not readable', () => {
    const [one, two] = [seal.text('13800000000', place), seal.text('13800000000', place)]
    expect(one.equals(two)).toBe(false)
    expect(one.includes('13800000000')).toBe(false)
  })

  test.each([{ table: 'identity' }, { column: 'name' }, { row: 8 }])('a value moved elsewhere (%j) does not open', (other) => {
    const sealed = seal.text('13800000000', place)
    expect(() => seal.openText(sealed, { ...place, ...other })).toThrow()
  })

  test('a changed byte anywhere does not open', () => {
    const sealed = seal.text('13800000000', place)
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => seal.openText(changed, place), `byte ${at}`).toThrow()
    }
  })

  test('a new key seals, a retired one still opens, an unknown one is named as missing', () => {
    const sealed = seal.text('13800000000', place)
    const rotated = makeSeal({ ...keys, fieldKey: 'n'.repeat(32), fieldKeysRetired: [keys.fieldKey] })
    expect(rotated.openText(sealed, place)).toBe('13800000000')
    expect(() => seal.openText(rotated.text('x', place), place)).toThrow('a key that is not configured')
  })
})

describe('blind index', () => {
  test('the same value is found again; another kind, value or key is not', () => {
    const index = seal.blindIndex('mobile', '13800000000').toString('hex')
    expect(seal.blindIndex('mobile', '13800000000').toString('hex')).toBe(index)
    const others = [
      seal.blindIndex('idNumber', '13800000000'),
      seal.blindIndex('mobile', '13800000001'),
      makeSeal({ ...keys, indexKey: 'j'.repeat(32) }).blindIndex('mobile', '13800000000'),
    ]
    for (const other of others) expect(other.toString('hex')).not.toBe(index)
  })
})
