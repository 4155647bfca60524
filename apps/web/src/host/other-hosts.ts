import type { Bridge, BridgeDoor } from './bridge.ts'
import type { HostClues } from './detect.ts'
import { type Around, iframeHost } from './frame.ts'
import { messengerHost } from './messenger.ts'
import { miniProgramHost } from './mini-program.ts'
import { nativeHost } from './native.ts'
import { androidBridge } from './native-android.ts'
import { iosBridge } from './native-ios.ts'
import type { Host, HostKind } from './port.ts'

/** The adapter of every host that is no plain browser; what a host injects is looked up when it is used, as some inject late. */
export function hostFor(kind: Exclude<HostKind, 'browser'>, clues: HostClues, page: Window = window): Promise<Host> | Host {
  const { framed } = clues
  switch (kind) {
    case 'messenger':
      return messengerHost(clues, aroundOf(page))
    case 'miniProgram':
      return miniProgramHost(clues, () => page.wx?.miniProgram)
    case 'nativeIos':
      return nativeHost(
        withDoor(
          page,
          iosBridge(() => page.webkit?.messageHandlers?.fyh),
        ),
        { kind, traceName: 'ios', framed },
      )
    case 'nativeAndroid':
      return nativeHost(
        withDoor(
          page,
          androidBridge(() => page.fyhAndroid),
        ),
        { kind, traceName: 'android', framed },
      )
    case 'iframe':
      return iframeHost(clues, aroundOf(page))
    default:
      return kind satisfies never
  }
}

/** The app calls `window.fyhBridge.answer(…)` and `.tell(…)`. */
function withDoor(page: Window, bridge: Bridge): Bridge {
  page.fyhBridge = bridge.door
  return bridge
}

const aroundOf = (page: Window): Around => ({
  origin: page.location.ancestorOrigins?.[0] ?? originOf(page.document.referrer),
  allowed: (page.document.querySelector('meta[name=frame-hosts]')?.getAttribute('content') ?? '')
    .split(' ')
    .filter((one) => /^https?:/.test(one)),
  post: (request, origin) => page.parent.postMessage(request, origin),
  hear: (take) =>
    page.addEventListener('message', (event) => {
      if (event.source === page.parent) take(event)
    }),
})

function originOf(address: string): string | undefined {
  try {
    return new URL(address).origin
  } catch {
    return undefined
  }
}

declare global {
  interface Window {
    fyhBridge?: BridgeDoor
  }
}
