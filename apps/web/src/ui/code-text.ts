import { filterText } from './text-filter.ts'

const keyword = /验证码|校验码|确认码|动态码|动态密码|验证密码|verification|passcode|one-time|\botp\b|\bcode\b/gi
/** A code stands in the sentence that names it. */
const sentenceEnd = /[。！!；;？?]|\.\s/
/** A number with what it measures: money, dates, validity. */
const measured = /\d+(?:[.,]\d+)*\s*(?:元|块|积分|年|月|日|号|分|秒|小时|天|[%％]|yuan|rmb|cny|points|min|sec|hour|day)/gi
/** What comes before the tail of a card, an account or a phone number, and before money. */
const otherBefore =
  /(?:尾号|末四位|后四位|卡号|账号|账户|手机号?|热线|电话|card|account|phone|ending(?: in| with)?|ends(?: in| with)?|last four|call|[¥￥$]|\brmb|\bcny)[\s:：为是*#]*$/i
/** Numbers with what joins their groups: '123 456', '400-820-8888', '14:30', '1,234.50'. */
const joined = /\d+(?:[ .:/-]\d+|,\d{3}(?!\d))*/g
const fullWidthDigit = /[\uFF10-\uFF19]/g
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g
/** Farther from the word than this, a number has nothing to do with it. */
const gapMax = 48

/**
 * The code of `length` digits in what was typed, pasted or filled in. Digits alone are taken as they are. Of a message, the digits next to a
 * word for "code" are taken; undefined when a message has none of the right length there.
 */
export function codeIn(text: string, length: number): string | undefined {
  const plain = text.replace(fullWidthDigit, (digit) => digit.normalize('NFKC')).replace(invisible, '')
  if (/^[\d\s-]*$/.test(plain)) return filterText(plain, 'digit', length)
  const message = plain.replace(measured, (part) => '_'.repeat(part.length))
  const numbers = spansOf(message, joined).filter(
    ({ text: number, start }) => isCode(number, length) && !otherBefore.test(message.slice(0, start)),
  )
  const words = spansOf(message, keyword)
  const nearest = (gaps: readonly Gap[]) =>
    gaps
      .filter(({ from, to }) => to >= from && to - from <= gapMax && !sentenceEnd.test(message.slice(from, to)))
      .sort((one, other) => one.to - one.from - (other.to - other.from))[0]?.number
  const behind = words.flatMap(({ end: from }) => numbers.map(({ text: number, start: to }) => ({ number, from, to })))
  const ahead = words.flatMap(({ start: to }) => numbers.map(({ text: number, end: from }) => ({ number, from, to })))
  return (nearest(behind) ?? nearest(ahead))?.replace(/\D/g, '')
}

/** A number and the stretch of text between it and a word for "code". */
type Gap = { readonly number: string; readonly from: number; readonly to: number }

/** Digits in one piece, or in two halves as some senders write them. */
const isCode = (number: string, length: number): boolean =>
  /^\d+(?:[ -]\d+)?$/.test(number) &&
  number.replace(/\D/g, '').length === length &&
  number.split(/[ -]/).every((part, _, { length: parts }) => part.length * parts === length)

function spansOf(text: string, pattern: RegExp): readonly { readonly text: string; readonly start: number; readonly end: number }[] {
  const spans: { text: string; start: number; end: number }[] = []
  text.replace(pattern, (found: string, start: number) => {
    spans.push({ text: found, start, end: start + found.length })
    return found
  })
  return spans
}
