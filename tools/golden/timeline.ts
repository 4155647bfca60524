import type { Kind } from './kind.ts'

/** A loan and what happens to it, checked at each step. */
export const timelineKind: Kind = {
  name: 'time line',
  takes: ({ timeline }) => timeline.length > 0,
  unsupported: [{ reason: 'time lines are not run yet', holds: () => true }],
  differencesOf: () => [],
}
