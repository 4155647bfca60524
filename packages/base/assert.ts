export class AssertionFailed extends Error {
  override readonly name = 'AssertionFailed'
}

/** For bugs only: a condition the code itself must have made true. What a user or an outside party can cause is a refusal, not an assertion. */
export function assert(condition: unknown, why: string): asserts condition {
  if (!condition) throw new AssertionFailed(why)
}

/** Ends an exhaustive switch; a case that was forgotten fails the type check, and a value the types deny fails here. */
export function unreachable(x: never): never {
  throw new AssertionFailed(`unreachable value ${JSON.stringify(x)}`)
}
