import { assert } from '@fyh/base/assert.ts'
import type { Fen } from '@fyh/base/money.ts'

const digits = '零壹贰叁肆伍陆柒捌玖'
const places = ['', '拾', '佰', '仟']
const groups = ['', '万', '亿', '万亿']

/** An amount in the capital characters of Chinese contracts, '壹万零伍佰元整': they cannot be altered by adding a stroke. */
export function capitalYuan(amount: Fen): string {
  assert(amount >= 0, 'a contract names no negative amount')
  const fen = amount % 100
  const yuan = (amount - fen) / 100
  const whole = yuan > 0 || fen === 0 ? `${capitalWhole(yuan)}元` : ''
  if (fen === 0) return `${whole}整`
  const jiao = Math.floor(fen / 10)
  const tenths = jiao > 0 ? `${digits.charAt(jiao)}角` : yuan > 0 ? '零' : ''
  return `${whole}${tenths}${fen % 10 > 0 ? `${digits.charAt(fen % 10)}分` : '整'}`
}

/** Groups of four digits; a gap of zeros inside is one 零. */
function capitalWhole(yuan: number): string {
  if (yuan === 0) return '零'
  let text = ''
  for (let group = 0, left = yuan; left > 0; group += 1) {
    const four = left % 10_000
    left = (left - four) / 10_000
    if (four === 0) continue
    const isPadded = left > 0 && four < 1000
    text = `${isPadded ? '零' : ''}${capitalFour(four)}${groups[group]}${text}`
  }
  return text
}

function capitalFour(four: number): string {
  let text = ''
  for (const [index, digit] of Array.from(String(four)).entries()) {
    if (digit !== '0') text += digits.charAt(Number(digit)) + (places[String(four).length - 1 - index] ?? '')
    else if (!text.endsWith('零')) text += '零'
  }
  return text.replace(/零$/, '')
}
