/** What a text input lets through. digit: 0-9; number: digits with at most one point, for amounts. */
export type TextFilter = 'digit' | 'number'

const fullWidthDigits = /[\uFF10-\uFF19\uFF0E]/g

/**
 * Applies the filter and then the limit. Full-width digits become plain ones; invisible marks vanish with everything
 * that is not a digit. The limit counts characters as people do, so one Chinese character (or a rare one) is one.
 */
export function filterText(text: string, filter: TextFilter | undefined, maxLength: number): string {
  return cut(filtered(text, filter), maxLength)
}

function filtered(text: string, filter: TextFilter | undefined): string {
  if (filter === undefined) return text
  const plain = text.replace(fullWidthDigits, (mark) => mark.normalize('NFKC'))
  if (filter === 'digit') return plain.replace(/\D/g, '')
  const [whole = '', ...rest] = plain.replace(/[^\d.]/g, '').split('.')
  return rest.length === 0 ? whole : `${whole}.${rest.join('')}`
}

function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return [...text].slice(0, maxLength).join('')
}
