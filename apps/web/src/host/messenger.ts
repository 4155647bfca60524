import { browserHost } from './browser.ts'
import type { HostClues } from './detect.ts'
import { type Around, authorise, frameBridge } from './frame.ts'
import type { Host } from './port.ts'

/** The messenger's browser: it draws the document's title above every page. */
export function messengerHost(clues: HostClues, around: Around): Host {
  const bridge = clues.framed ? frameBridge(around) : undefined
  return {
    ...browserHost(clues),
    kind: 'messenger',
    traceName: 'h5',
    framed: clues.framed,
    titleBar: clues.framed ? 'never' : 'always',
    authorise: (address) => authorise(bridge, address),
  }
}
