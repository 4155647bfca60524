import { type Bridge, openBridge } from './bridge.ts'

type Channel = { readonly postMessage: (message: unknown) => unknown }

/** The iOS app: a channel that takes the request as it is. It answers by the promise of the call, or by the door. */
export const iosBridge = (channel: () => Channel | undefined): Bridge =>
  openBridge((request) => {
    const found = channel()
    if (found === undefined) throw new Error('the app has no channel here')
    return found.postMessage(request)
  })
