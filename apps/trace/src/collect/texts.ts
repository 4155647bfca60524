/** How deep an event's extras go; what lies deeper is left out. */
export const depthMax = 6

/** PostgreSQL holds neither NUL nor half a surrogate pair; both become the replacement character (CN-16), in keys too. */
export function cleaned(value: unknown): unknown {
  return clean(value, 0)
}

/** Whether nothing lies within a value's own values, so that nothing can lie too deep. */
export function isFlat(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((entry) => typeof entry !== 'object')
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === depthMax) return null
  if (Array.isArray(value)) return value.map((entry) => clean(entry, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [cleanText(key), clean(entry, depth + 1)]))
}

function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** The same text by itself. A part of a longer one keeps all of that for as long as it is kept. */
export function owned(text: string): string {
  return Buffer.from(text).toString()
}
