/** Reads an unknown value as an object; anything else reads as one without entries. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
