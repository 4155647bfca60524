import { type Bridge, type BridgeRequest, openBridge, read } from './bridge.ts'
import { browserHost } from './browser.ts'
import type { HostClues } from './detect.ts'
import type { Host } from './port.ts'

/** The page around this one, as far as a frame can see it. */
export type Around = {
  /** Its origin; undefined when the browser does not say. */
  readonly origin: string | undefined
  /** Origins the server lets show this page in a frame. */
  readonly allowed: readonly string[]
  readonly post: (request: BridgeRequest, origin: string) => void
  /** Messages of the page around, and of nobody else. */
  readonly hear: (take: (message: { readonly origin: string; readonly data: unknown }) => void) => void
}

/** Inside somebody else's page: a browser that must not touch what is around it, and speaks only with origins the server names. */
export function iframeHost(clues: HostClues, around: Around): Host {
  const bridge = frameBridge(around)
  const done = async (name: 'jumpHome' | 'back') => bridge !== undefined && (await bridge.ask(name)).outcome === 'ok'
  return {
    ...browserHost(clues),
    kind: 'iframe',
    traceName: 'h5',
    framed: true,
    goHome: () => done('jumpHome'),
    back: async ({ isFirst }) => isFirst && done('back'),
    setHeader: ({ title }) => void bridge?.ask('setHeader', { show: false, title }),
    authorise: (address) => authorise(bridge, address),
    listen: (listener) => bridge?.listen(listener),
  }
}

/** An authorisation page never goes into a frame: the page around is asked to open it. */
export const authorise = async (bridge: Bridge | undefined, address: string): Promise<boolean> =>
  bridge !== undefined && (await bridge.ask('authorise', { address })).outcome === 'ok'

/** The bridge to the page around; undefined where that is none of the allowed ones. */
export function frameBridge({ origin, allowed, post, hear }: Around): Bridge | undefined {
  const known = origin === undefined ? allowed : allowed.filter((one) => one === origin)
  if (known.length === 0) return undefined
  const bridge = openBridge((request) => {
    for (const one of known) post(request, one)
  })
  hear(({ origin: sender, data }) => {
    if (!known.includes(sender)) return
    const message = read(data)
    if (message?.fyh !== 1) return
    if (typeof message.id === 'string') bridge.door.answer(message)
    else if (message.name === 'back') bridge.door.tell(message)
  })
  return bridge
}
