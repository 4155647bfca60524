import { service } from '#features/servicing/servicing.ts'
import { runCommand } from './operator.ts'

/** The door for `npm run servicing -- …`, with which operators decide about loans until there is a console for it. */
await runCommand('servicing', async ({ deps }, args) => {
  await service(deps, args, (line) => console.log(line))
  return 0
})
