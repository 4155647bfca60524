import { browserHost } from './browser.ts'
import type { Host, HostSurroundings } from './port.ts'

/** Inside somebody else's page: a browser that must not touch what is around it. */
export const iframeHost = (around: HostSurroundings): Host => ({ ...browserHost(around), kind: 'iframe', traceName: 'h5' })
