import { fileURLToPath } from 'node:url'
import { buildWeb } from './web-build.ts'

await buildWeb(fileURLToPath(new URL('../../', import.meta.url)), {
  onProgress: (what) => console.log(what),
  signal: new AbortController().signal,
})
