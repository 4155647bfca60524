import { filterText } from './text-filter.ts'

/** The words for a code; the Chinese ones say verification, check, confirmation and dynamic code or password. */
const keyword =
  /\u9a8c\u8bc1\u7801|\u6821\u9a8c\u7801|\u786e\u8ba4\u7801|\u52a8\u6001\u7801|\u52a8\u6001\u5bc6\u7801|\u9a8c\u8bc1\u5bc6\u7801|verification|passcode|one-time|\botp\b|\bcode\b/gi
/** A code stands in the sentence that names it. */
const sentenceEnd = /[。！!；;？?]|\.\s/
/** A number with what it measures: money, dates, validity. */
const measured =
  /\d+(?:[.,]\d+)*\s*(?:\u5143|\u5757|\u79ef\u5206|\u5e74|\u6708|\u65e5|\u53f7|\u5206|\u79d2|\u5c0f\u65f6|\u5929|[%％]|yuan|rmb|cny|points|min|sec|hour|day)/gi
/** What comes before the tail of a card, an account or a phone number, and before money. */
const otherBefore =
  /(?:\u5c3e\u53f7|\u672b\u56db\u4f4d|\u540e\u56db\u4f4d|\u5361\u53f7|\u8d26\u53f7|\u8d26\u6237|\u624b\u673a\u53f7?|\u70ed\u7ebf|\u7535\u8bdd|card|account|phone|ending(?: in| with)?|ends(?: in| with)?|last four|call|[¥￥$]|\brmb|\bcny)[\s:：\u4e3a\u662f*#]*$/i
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
