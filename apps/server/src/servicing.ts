import { service } from '#features/servicing/servicing.ts'
import { createApp } from './app.ts'
import { runCommand } from './platform/process.ts'

/** The door for `npm run servicing -- …`, with which operators decide about loans until there is a console for it. */
await runCommand('servicing', async ({ config, log, machine, args, say }) => {
  const app = await createApp({ config, log, machine, superviseJobs: false })
  await service(app.deps, args, say).finally(() => app.close())
  return 0
})
