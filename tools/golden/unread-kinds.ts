import { has } from './fields.ts'
import type { Kind } from './kind.ts'

const nothing = () => []
const always = () => true

const penaltyKind: Kind = {
  name: 'penalty on instalments',
  takes: ({ inputs, expected }) => has(inputs, 'penalty_annual_rate_pct') && has(expected, 'penalty'),
  unsupported: [{ reason: 'a penalty on whole instalments, the interest in them included', holds: always }],
  differencesOf: nothing,
}

const limitKind: Kind = {
  name: 'limit',
  takes: ({ inputs }) => has(inputs, 'limit', 'drawn'),
  unsupported: [{ reason: 'a revolving limit: the engine reckons loans', holds: always }],
  differencesOf: nothing,
}

/** Everything else: said to be unread, never passed over in silence. */
const otherKind: Kind = {
  name: 'another form',
  takes: always,
  unsupported: [{ reason: 'inputs and figures in a form that no kind reads', holds: always }],
  differencesOf: nothing,
}

/** Cases whose figures are not the engine's. They come last. */
export const unreadKinds: readonly Kind[] = [penaltyKind, limitKind, otherKind]
