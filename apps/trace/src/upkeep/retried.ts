const triesMax = 5

/** Runs a statement again when the database chose it to end a deadlock: the other one has gone on by then. */
export async function retried<Result>(statement: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await statement()
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01'
      if (!isDeadlock || tries === triesMax) throw error
    }
  }
}
