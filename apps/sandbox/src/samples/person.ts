import { createHash } from 'node:crypto'
import { checkDigitOf } from '@fyh/base/chinese-data.ts'
import { addDays, addMonths, type CivilDate, civilDate } from '@fyh/base/dates.ts'

export type Person = {
  readonly name: string
  readonly idNumber: string
  readonly sex: 'M' | 'F'
  readonly birth: CivilDate
  readonly address: string
  readonly issuer: string
  readonly validFrom: CivilDate
  /** Null: without end (长期). */
  readonly validTo: CivilDate | null
}

export const surnames = '王李张刘陈杨赵黄周吴徐孙朱马胡郭林何高罗'
export const givenNames = '晨曦文博雨桐子涵嘉怡思远安宁书言知行若星清和景明'
/** Provinces with the code 0100 behind them name a city as a whole; no district issues numbers under it, so nobody bears them. */
const places = [
  ['110100', '北京市', '示例区'],
  ['310100', '上海市', '示例区'],
  ['330100', '浙江省', '杭州市'],
  ['320100', '江苏省', '南京市'],
  ['440100', '广东省', '广州市'],
  ['510100', '四川省', '成都市'],
  ['420100', '湖北省', '武汉市'],
  ['610100', '陕西省', '西安市'],
] as const

/** Seeds with a meaning of their own; any other seed gives an adult with a card in force. */
export const specialSeeds = ['minor', 'senior', 'expired', 'longTerm'] as const
type SpecialSeed = (typeof specialSeeds)[number]

/** A made-up person: the same seed is the same person for ever, and nearly every seed another one. */
export function personOf(seed: string): Person {
  const draw = drawer(seed)
  const special = specialSeeds.find((known) => seed === known || seed.startsWith(`${known}-`))
  const birth = birthOf(special, draw)
  const [code, province, city] = draw.from(places)
  const order = draw.upTo(1_000)
  const digits = `${code}${birth.replaceAll('-', '')}${String(order).padStart(3, '0')}`
  return {
    name: draw.from([...surnames]) + draw.from([...givenNames]) + (draw.upTo(3) > 0 ? draw.from([...givenNames]) : ''),
    idNumber: digits + checkDigitOf(digits),
    sex: order % 2 === 1 ? 'M' : 'F',
    birth,
    address: `${province}${city}示例路${draw.upTo(900) + 1}号`,
    issuer: `${city}公安局示例分局`,
    ...validityOf(special, draw),
  }
}

type Drawer = { upTo(end: number): number; from<T>(list: readonly [T, ...T[]] | readonly T[]): T }

/** Numbers drawn from a hash of the seed, one after the other. */
function drawer(seed: string): Drawer {
  const bytes = createHash('sha512').update(`sample person ${seed}`).digest()
  let at = 0
  const upTo = (end: number) => {
    const value = bytes.readUInt32BE(at) % end
    at += 4
    return value
  }
  return {
    upTo,
    from: (list) => {
      const picked = list[upTo(list.length)]
      if (picked === undefined) throw new Error('nothing to draw from')
      return picked
    },
  }
}

function birthOf(special: SpecialSeed | undefined, draw: Drawer): CivilDate {
  const first =
    special === 'minor' ? '2014-01-01' : special === 'senior' ? '1950-01-01' : special === 'longTerm' ? '1972-01-01' : '1976-01-01'
  const years = special === undefined || special === 'expired' ? 25 : 4
  return addDays(civilDate(first), draw.upTo(years * 365))
}

/** Cards run twenty years; those of people over 46 have no end. */
function validityOf(special: SpecialSeed | undefined, draw: Drawer): Pick<Person, 'validFrom' | 'validTo'> {
  const years = special === 'minor' ? 5 : 20
  const validFrom = special === 'expired' ? civilDate('2000-05-08') : addDays(civilDate('2023-01-01'), draw.upTo(1_000))
  return { validFrom, validTo: special === 'longTerm' || special === 'senior' ? null : addMonths(validFrom, years * 12) }
}

/** What a reader finds on the side with the portrait. */
export function frontOf({ name, idNumber, address }: Person) {
  return { name, idNumber, address, issuer: null, validFrom: null, validTo: null, longTerm: false }
}

/** What a reader finds on the side with the emblem. */
export function backOf({ issuer, validFrom, validTo }: Person) {
  return { name: null, idNumber: null, address: null, issuer, validFrom, validTo, longTerm: validTo === null }
}
