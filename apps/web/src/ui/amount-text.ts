/** '12345.6' → '12,345.6'; what was typed stays, only commas come between. */
export function withCommas(plain: string): string {
  const [whole = '', ...rest] = plain.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return rest.length === 0 ? grouped : `${grouped}.${rest.join('')}`
}

/** Keeps digits and, where decimals are allowed, one point with at most that many digits after it; no leading zeros. What stands behind a point never moves before it. */
export function plainAmount(text: string, decimals: 0 | 2): string {
  const plain = text.normalize('NFKC').replace(/[^\d.]/g, '')
  const [whole = '', ...rest] = plain.split('.')
  const trimmed = whole.replace(/^0+(?=\d)/, '').slice(0, 12)
  return rest.length === 0 || decimals === 0 ? trimmed : `${trimmed === '' ? '0' : trimmed}.${rest.join('').slice(0, decimals)}`
}

/**
 * Whether pasted text is an amount of which nothing would be lost: digits, commas or spaces between them, a currency sign or word beside
 * them, and no digit but zeros after the decimals that are allowed. '-100', '1e3' and '12.345' are none.
 */
export function isAmountText(text: string, decimals: 0 | 2): boolean {
  const [, whole, behind = ''] =
    /^\s*(?:¥|￥|CNY|RMB)?\s*(\d(?:[\d, ]*\d)?)(?:\.(\d*))?\s*(?:\u5143|yuan|CNY|RMB)?\s*$/i.exec(text.normalize('NFKC')) ?? []
  return whole !== undefined && whole.replace(/\D/g, '').length <= 12 && /^0*$/.test(behind.slice(decimals))
}

/** Where the caret belongs in the text with commas so that the same number of digits stands before it. */
export function caretAfter(grouped: string, digitsBefore: number): number {
  let seen = 0
  for (let place = 0; place < grouped.length; place++) {
    if (seen === digitsBefore) return place
    if (grouped[place] !== ',') seen++
  }
  return grouped.length
}
