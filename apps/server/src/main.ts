import { publishedLenderIds } from '#lending/lenders/lenders.ts'
import { createApp } from './app.ts'
import { runProcess } from './platform/process.ts'

/** The door for HTTP. It also works the jobs, unless WORKER=off leaves them to worker.ts. */
await runProcess('server', { lenderIds: publishedLenderIds() }, async ({ config, log, machine }) => {
  const app = await createApp({ config, log, machine })
  return {
    async start() {
      await app.http.listen({ host: config.host, port: config.port })
      if (config.workerHere) await app.jobs.work()
      log.info({ port: config.port, jobs: config.workerHere }, 'serving')
    },
    stop: () => app.close(),
  }
})
