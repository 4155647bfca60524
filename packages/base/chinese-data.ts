import { type CivilDate, isCivilDate } from './dates.ts'

/** Marks that come along with a copied number: direction marks, joiners, variation selectors, soft hyphen, byte order mark. */
const invisible = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/gu
const dashes = /[-\u00B7\u2010-\u2015\u2212\uFE58\uFE63]/g

/** Eleven digits, 1[3-9] and nine more: no list of prefixes, which would refuse every new one. */
export function parseMobile(text: string): string | undefined {
  const plain = plainNumber(text).replace(dashes, '').replace(/[()]/g, '')
  return /^(?:\+?86|0086)?(1[3-9]\d{9})$/.exec(plain)?.[1]
}

export type IdNumberError = 'ID_NUMBER_15_DIGITS' | 'ID_NUMBER_FORMAT' | 'ID_NUMBER_DATE' | 'ID_NUMBER_CHECK_DIGIT'
export type IdNumber = { number: string; birth: CivilDate; sex: 'M' | 'F' }

/**
 * A resident identity number by GB 11643: province, date, check digit. Districts are not looked up: they are renamed and abolished
 * while the numbers live on. Always 18 characters with a capital X.
 */
export function parseIdNumber(text: string): IdNumber | { error: IdNumberError } {
  const number = plainNumber(text).replace(dashes, '').toUpperCase()
  if (/^\d{15}$/.test(number)) return { error: 'ID_NUMBER_15_DIGITS' }
  if (!/^\d{17}[\dX]$/.test(number) || !provinces.has(number.slice(0, 2))) return { error: 'ID_NUMBER_FORMAT' }
  const birth = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`
  if (!isCivilDate(birth) || birth < '1900-01-01') return { error: 'ID_NUMBER_DATE' }
  if (checkDigitOf(number) !== number.charAt(17)) return { error: 'ID_NUMBER_CHECK_DIGIT' }
  return { number, birth, sex: Number(number.charAt(16)) % 2 === 1 ? 'M' : 'F' }
}

/** GB 11643 (ISO 7064 MOD 11-2) over the first 17 digits. */
export function checkDigitOf(number: string): string {
  const sum = weights.reduce((total, weight, place) => total + weight * Number(number.charAt(place)), 0)
  return '10X98765432'.charAt(sum % 11)
}

/**
 * A name as printed on the card: 2 to 50 characters, Han with single dots between them, every dot-like mark stored as U+00B7.
 * The Han ranges are spelled out (whole planes 2 and 3 included) because an old phone's \p{Script=Han} does not know the newer extensions.
 */
export function parseName(text: string): string | undefined {
  const name = plainNumber(text).replace(dotLike, '\u00B7')
  if (!name.split('\u00B7').every((part) => han.test(part))) return undefined
  const length = Array.from(name).length
  return length >= 2 && length <= 50 ? name : undefined
}

/** What names or places something in words: two letters or digits at least, of any script, and no emoji. */
export function isSpelled(text: string): boolean {
  return !pictures.test(text) && (text.match(lettersAndDigits) ?? []).length >= 2
}

/** 16 to 19 digits. Whether the Luhn digit holds is another question: some issuers' cards do not keep to it. */
export function parseCardNumber(text: string): string | undefined {
  const number = plainNumber(text).replace(dashes, '')
  return /^\d{16,19}$/.test(number) ? number : undefined
}

export function luhnHolds(text: string): boolean {
  if (!/^\d+$/.test(text)) return false
  const sum = Array.from(text)
    .reverse()
    .reduce((total, digit, place) => total + luhnValue(Number(digit), place), 0)
  return sum % 10 === 0
}

/** '138****0000'; anything shorter is hidden whole. */
export function maskMobile(mobile: string): string {
  return mobile.length < 11 ? stars(mobile) : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
}

/** '王*': the first character and a star for each other; a single character is hidden. */
export function maskName(name: string): string {
  const [first, ...others] = Array.from(name)
  if (first === undefined) return ''
  return others.length === 0 ? '*' : first + '*'.repeat(others.length)
}

/** '1101**********002X'; anything shorter than a number is hidden whole. */
export function maskIdNumber(number: string): string {
  return number.length < 15 ? stars(number) : `${number.slice(0, 4)}${'*'.repeat(number.length - 8)}${number.slice(-4)}`
}

/** '**** 0008': the last four digits only. */
export function maskCard(card: string): string {
  return card.length < 8 ? stars(card) : `**** ${card.slice(-4)}`
}

const han = /^[\u3007\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{20000}-\u{3FFFD}]+$/u
/** Spelled out as well, because the oldest phones know no \p{L}: Latin to Hangul, full-width ones, Han; no signs and no pictures. */
const lettersAndDigits =
  /[0-9A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02AF\u0370-\u1FFF\u2C00-\u2DFF\u3005-\u3007\u3041-\u312F\u3400-\u4DBF\u4E00-\uABFF\uAC00-\uD7A3\uF900-\uFDFF\uFE70-\uFEFC\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\uFF66-\uFFDC\u{20000}-\u{3FFFD}]/gu
/** Emoji and pictographs, and the marks that colour them. */
const pictures = /\u20E3|\uFE0F|[\u2300-\u23FF\u2600-\u27BF\u2B00-\u2BFF]|[\u{1F000}-\u{1FAFF}\u{E0020}-\u{E007F}]/u
const dotLike = /[.\u00B7\u0387\u1427\u2022\u2024\u2027\u2219\u22C5\u2E31\u2E33\u30FB\uFF65]/g
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** GB/T 2260 first level; 71, 81, 82 with 83 are Taiwan, Hong Kong and Macao, whose residents may hold such numbers. */
const provinces = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(' '),
)

/** A typed or pasted number without spaces and invisible marks. NFKC turns full-width digits and letters into plain ones. */
export function plainNumber(text: string): string {
  return text.normalize('NFKC').replace(invisible, '').replace(/\s/g, '')
}

function luhnValue(digit: number, placeFromRight: number): number {
  if (placeFromRight % 2 === 0) return digit
  return digit * 2 > 9 ? digit * 2 - 9 : digit * 2
}

function stars(text: string): string {
  return '*'.repeat(Array.from(text).length)
}
