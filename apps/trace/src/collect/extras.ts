import { isPersonalKey, markOf, type PersonalKind, withoutPersonal } from './personal.ts'
import { depthMax } from './texts.ts'

type Found = (kind: PersonalKind) => void

/** Extras without what is somebody's: known by its form anywhere, keys too, or by the name of its key. */
export function extrasWithoutPersonal(extras: Record<string, unknown>, found: Found): Record<string, unknown> {
  return entriesWithout(extras, found, 0)
}

function entriesWithout(entries: object, found: Found, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entries).map(([key, value]) => {
      if (!isPersonalKey(key) || saysNothing(value)) return [withoutPersonal(key, found), valueWithout(value, found, depth)]
      found('named')
      return [key, markOf('named')]
    }),
  )
}

function valueWithout(value: unknown, found: Found, depth: number): unknown {
  if (typeof value === 'string') return withoutPersonal(value, found)
  if (typeof value === 'number')
    return withoutPersonal(String(value), found) === String(value) ? value : withoutPersonal(String(value), found)
  if (typeof value !== 'object' || value === null) return value
  if (depth === depthMax) return null
  if (Array.isArray(value)) return value.map((entry) => valueWithout(entry, found, depth + 1))
  return entriesWithout(value, found, depth + 1)
}

/** Nothing, or a mask already. */
function saysNothing(value: unknown): boolean {
  return value === null || value === '' || typeof value === 'boolean' || (typeof value === 'string' && value.includes('**'))
}
