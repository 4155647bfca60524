/** How deep an event's extras go; what lies deeper is left out. */
export const depthMax = 6

/** PostgreSQL holds neither NUL nor half a surrogate pair; both become the replacement character (CN-16), in keys too. */
export function cleaned(value: unknown): unknown {
  return isClean(value) ? value : clean(value)
}

function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === depthMax) return null
  if (Array.isArray(value)) return value.map((entry) => clean(entry, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [cleanText(key), clean(entry, depth + 1)]))
}

function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** Nearly all are: then nothing is copied. */
function isClean(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (depth === depthMax) return false
  for (const [key, entry] of Object.entries(value)) if (!isClean(key, depth) || !isClean(entry, depth + 1)) return false
  return true
}
