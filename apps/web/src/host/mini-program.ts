import { browserHost } from './browser.ts'
import type { Host, HostSurroundings } from './port.ts'

/** A web view inside a mini-program: home is the mini-program's own page behind it. */
export const miniProgramHost = (around: HostSurroundings): Host => ({
  ...browserHost(around),
  kind: 'miniProgram',
  traceName: 'h5',
  titleBar: 'always',
  goHome: () => {
    const back = around.bridges().wx?.miniProgram?.navigateBack
    back?.()
    return back !== undefined
  },
})
