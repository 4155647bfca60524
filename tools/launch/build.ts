import { root } from './steps.ts'
import { buildWeb } from './web-build.ts'

const surroundings = { onProgress: (what: string) => console.log(what), signal: new AbortController().signal }

await buildWeb(root, surroundings).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
