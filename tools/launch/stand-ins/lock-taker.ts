import process from 'node:process'
import { lockFolder } from '../folder-lock.ts'

/** Takes the folder it is sent, at the moment it is sent, and answers whether it has it; `release` lets it go. */
let release = () => {}
process.on('message', (message: { readonly take: string; readonly at: number } | 'release') => {
  if (message === 'release') {
    release()
    process.send?.('released')
    return
  }
  while (performance.timeOrigin + performance.now() < message.at);
  try {
    const lock = lockFolder(message.take)
    release = lock.release
    process.send?.({ has: true, takenOver: lock.takenOver })
  } catch (error) {
    release = () => {}
    process.send?.({ has: false, why: error instanceof Error ? error.message : String(error) })
  }
})
