import { publishedLenderIds } from '#lending/lenders/lenders.ts'
import { createApp } from './app.ts'
import { runProcess } from './platform/process.ts'

/** The door for jobs alone, for installations that keep them apart from HTTP. */
await runProcess('worker', { lenderIds: publishedLenderIds() }, async ({ config, log, machine }) => {
  const app = await createApp({ config, log, machine })
  return {
    async start() {
      await app.jobs.work()
      log.info('processing jobs')
    },
    stop: () => app.close(),
  }
})
