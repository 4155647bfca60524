import type { FieldError } from './field-errors.ts'

/** Bounds the walk, so that a deeply nested body cannot exhaust the stack. */
const depthMax = 20

/** The fields whose text no database takes: U+0000 and half surrogate pairs. */
export function unreadableTexts(value: unknown, path = '', depth = 0): FieldError[] {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed() ? [{ field: path || 'body', reason: 'characters' }] : []
  if (typeof value !== 'object' || value === null) return []
  if (depth === depthMax) return [{ field: path || 'body', reason: 'tooLarge' }]
  return Object.entries(value).flatMap(([name, part]) => [
    ...(unreadableTexts(name).length > 0 ? [{ field: path || 'body', reason: 'characters' } as const] : []),
    ...unreadableTexts(part, path === '' ? name : `${path}.${name}`, depth + 1),
  ])
}

/** The same value with such characters replaced, for receivers that must go on, as the trace collector does. */
export function cleanTexts(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (depth === depthMax) return null
  if (Array.isArray(value)) return value.map((part) => cleanTexts(part, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name.replaceAll('\0', '').toWellFormed(), cleanTexts(part, depth + 1)]),
  )
}
