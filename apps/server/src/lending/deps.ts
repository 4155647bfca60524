import type { agreementEnded, cardOf, cardsOf } from '#features/card/card.ts'
import type { Message } from '#features/message/message.ts'
import type { Deps, Tx } from '#platform/deps.ts'

export type { Message }

/** What the lending core needs of slices above it. It imports none of them: the composition root hands their functions in. */
export type LendingDeps = Deps & {
  readonly cards: {
    readonly cardOf: typeof cardOf
    readonly cardsOf: typeof cardsOf
    readonly agreementEnded: typeof agreementEnded
  }
  /** Tells borrowers something, with the caller's transaction. */
  readonly tell: (tx: Tx, ...messages: readonly Message[]) => Promise<void>
}
