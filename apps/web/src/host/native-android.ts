import { type Bridge, openBridge } from './bridge.ts'

type Injected = { readonly postMessage: (text: string) => unknown }

/** The Android app: an injected object that takes the request as JSON. It answers by what the call returns, or by the door. */
export const androidBridge = (object: () => Injected | undefined): Bridge =>
  openBridge((request) => {
    const found = object()
    if (found === undefined) throw new Error('the app has no object here')
    return found.postMessage(JSON.stringify(request))
  })
