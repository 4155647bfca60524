/**
 * R2.82: links that were HTML-escaped on their way come with `&amp;`, `&#038;` or `&#x26;` between their parts. Unescapes until none is
 * left, so that one rewriting is enough. Percent-encoded values (%26amp%3B) are data and stay.
 *
 * Other numeric references (`&#039;` in a name) would end the query at their `#`, so behind the first `?` they become their character.
 * In front of it they stay as they are: an unescaped slash or colon there could lead to another site.
 */
export function plainAmpersands(address: string): string {
  let text = address
  for (let former = ''; former !== text; ) {
    former = text
    text = text.replace(/&(amp|#0*38|#x0*26);/gi, '&')
  }
  const [path = '', ...query] = text.split('?')
  if (query.length === 0) return text
  return `${path}?${query.join('?').replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, characterOf)}`
}

/** The character of a reference as an address writes it; one that names none stays as it was. */
function characterOf(reference: string, hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const isCharacter = code > 0x1f && code !== 0x7f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  if (!isCharacter) return reference
  const character = String.fromCodePoint(code)
  return /[=/:?,;@+$!%]/.test(character) ? character : encodeURIComponent(character)
}
