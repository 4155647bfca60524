import { isPersonalKey, markOf, type Refuse, withoutPersonal } from './personal.ts'
import { depthMax } from './texts.ts'

const field = 'extra'

/** Extras without what is somebody's: known by its form anywhere, keys too, or by the name of its key. */
export function extrasWithoutPersonal(extras: Record<string, unknown>, refuse: Refuse): Record<string, unknown> {
  return entriesWithout(extras, refuse, 0)
}

function entriesWithout(entries: object, refuse: Refuse, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entries).map(([key, value]) => {
      if (!isPersonalKey(key) || saysNothing(value)) return [withoutPersonal(key, field, refuse), valueWithout(value, refuse, depth)]
      refuse('named', field)
      return [key, markOf('named')]
    }),
  )
}

function valueWithout(value: unknown, refuse: Refuse, depth: number): unknown {
  if (typeof value === 'string') return withoutPersonal(value, field, refuse)
  if (typeof value === 'number')
    return withoutPersonal(String(value), field, refuse) === String(value) ? value : withoutPersonal(String(value), field, refuse)
  if (typeof value !== 'object' || value === null) return value
  if (depth === depthMax) return null
  if (Array.isArray(value)) return value.map((entry) => valueWithout(entry, refuse, depth + 1))
  return entriesWithout(value, refuse, depth + 1)
}

/** Nothing, or a mask already. */
function saysNothing(value: unknown): boolean {
  return value === null || value === '' || typeof value === 'boolean' || (typeof value === 'string' && value.includes('**'))
}
