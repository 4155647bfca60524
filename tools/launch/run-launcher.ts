import { launch, type Plan } from './launch.ts'

/** Runs a plan as this process: signals and the end of the parent stop it, and the exit code says how it went. */
export async function runLauncher(makePlan: () => Plan): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
  process.channel?.unref()
  const watch = stopWithParent(stop)
  // A terminal that is gone must not keep us from stopping in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  try {
    await launch(makePlan(), stopping.signal)
  } catch (error) {
    if (!stopping.signal.aborted) {
      console.error(`\n${error instanceof Error ? error.message : error}`)
      process.exitCode = 1
    }
  } finally {
    clearInterval(watch)
    process.exit()
  }
}

/** Started without a channel to its parent, a process learns only from its parent's number that the parent was killed. */
function stopWithParent(stop: () => void): NodeJS.Timeout {
  const parent = process.ppid
  return setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 250)
}
