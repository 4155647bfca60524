/**
 * A port's function for tests. It behaves as usual until told: `next` answers the coming calls, in order, without acting;
 * `loseAnswer` lets the coming call act and then keeps its answer, as a line that breaks does.
 */
export type ScriptedCall<Request, Result> = ((request: Request) => Promise<Result>) & {
  /** Every request so far, oldest first. */
  readonly calls: Request[]
  next(...results: Result[]): void
  loseAnswer(): void
  /** Drops the answers of `next` and `loseAnswer` that no call took. */
  forget(): void
}

export function scriptedCall<Request, Result>(
  usual: (request: Request) => Result,
): ScriptedCall<Request, Result | { readonly answer: 'unknown' }> {
  type Anyhow = Result | { readonly answer: 'unknown' }
  const calls: Request[] = []
  const queue: ((request: Request) => Anyhow)[] = []
  const call = async (request: Request): Promise<Anyhow> => {
    calls.push(request)
    return (queue.shift() ?? usual)(request)
  }
  return Object.assign(call, {
    calls,
    next: (...results: Anyhow[]) => {
      queue.push(...results.map((result) => () => result))
    },
    forget: () => {
      queue.length = 0
    },
    loseAnswer: () => {
      queue.push((request) => {
        usual(request)
        return { answer: 'unknown' }
      })
    },
  })
}
