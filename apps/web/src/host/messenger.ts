import { browserHost } from './browser.ts'
import type { Host, HostSurroundings } from './port.ts'

/** The messenger's browser: a browser that draws the document title above the page. */
export const messengerHost = (around: HostSurroundings): Host => ({ ...browserHost(around), kind: 'messenger', traceName: 'h5' })
