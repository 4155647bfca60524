/**
 * R2.82: links that were HTML-escaped on their way come with &amp; between their parts. Unescapes until none is left,
 * so that one rewriting is enough. Percent-encoded values (%26amp%3B) are data and stay.
 */
export function plainAmpersands(address: string): string {
  let text = address
  while (/&amp;/i.test(text)) text = text.replace(/&amp;/gi, '&')
  return text
}
