// Loaded before each application: when the launcher is gone, however it ended, the application stops as if told to.

/** Longer than an application takes to finish its open requests. */
const patienceMs = 3_000

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), patienceMs).unref()
})
// The channel must not keep an application running that has nothing else to do.
process.channel?.unref()
