import { patienceMs } from './bridge.ts'
import { browserHost } from './browser.ts'
import type { HostClues, MiniProgram } from './detect.ts'
import type { Host } from './port.ts'

/** A web view inside a mini-program: home is the mini-program's own page behind it. */
export const miniProgramHost = (clues: HostClues, program: () => MiniProgram | undefined): Host => ({
  ...browserHost(clues),
  kind: 'miniProgram',
  traceName: 'h5',
  framed: clues.framed,
  titleBar: 'always',
  goHome: () => navigateBack(program()),
})

/** false where the messenger's library is not there, says that there is no page behind, or says nothing. */
function navigateBack(program: MiniProgram | undefined): Promise<boolean> {
  return new Promise((settle) => {
    if (program?.navigateBack === undefined) return settle(false)
    setTimeout(() => settle(false), patienceMs)
    program.navigateBack({ delta: 1, url: '', success: () => settle(true), fail: () => settle(false) })
  })
}
