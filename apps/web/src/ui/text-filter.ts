/** What a text input lets through. digit: 0-9; number: digits with at most one point, for amounts. */
export type TextFilter = 'digit' | 'number'

const fullWidthDigits = /[\uFF10-\uFF19\uFF0E]/g

/**
 * Applies the filter and then the limit. Full-width digits become plain ones; invisible marks vanish with everything
 * that is not a digit. The limit counts characters as people do, so one Chinese character (or a rare one) is one.
 * `before` is what stood in the box: when it is full, what is put in gives way and not what stood there.
 */
export function filterText(text: string, filter: TextFilter | undefined, maxLength: number, before = ''): string {
  return insertedWithin(before, filtered(text, filter), maxLength)
}

/** Whether there is room for all of it, once it is filtered. */
export function isWithin(text: string, filter: TextFilter | undefined, maxLength: number): boolean {
  return [...filtered(text, filter)].length <= maxLength
}

/**
 * What a full box becomes when more is put into it: of what came in, as much as there is room for; nothing that stood there is pushed out.
 * Both texts are filtered already.
 */
function insertedWithin(before: string, after: string, maxLength: number): string {
  const [old, next] = [[...before], [...after]]
  if (next.length <= maxLength || old.length > maxLength) return cut(after, maxLength)
  let end = 0
  while (end < old.length && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1
  const isInserted = old.slice(0, old.length - end).every((mark, place) => mark === next[place])
  if (!isInserted) return cut(after, maxLength)
  return [...next.slice(0, maxLength - end), ...next.slice(next.length - end)].join('')
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
