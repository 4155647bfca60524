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
