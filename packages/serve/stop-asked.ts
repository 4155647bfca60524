import process from 'node:process'

/**
 * Settles once this process is to stop, with why: told by a signal, or its launcher, which holds its channel, is gone. Listens from the call
 * on: whoever reads that a process works may stop it in the same moment, so it is called before that can be read, and what comes
 * during the start is kept until the start is over. A second SIGTERM changes nothing, since a manager that tells a whole group and a launcher that hands
 * it on tell twice; a second Ctrl-C ends at once.
 */
export function stopAsked(): Promise<string> {
  return new Promise((settle) => {
    process.on('SIGTERM', settle)
    process.once('SIGINT', settle)
    const gone = () => settle('the launcher is gone')
    process.once('disconnect', gone)
    // The channel must not keep a process that has nothing else to do.
    process.channel?.unref()
    if (process.connected === false) gone()
  })
}
