import type { Plugin } from 'vite'

/** What the router takes from its module of instrumentation, for an application that has none. */
const without = `
export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = (router) => router
export const instrumentHandler = (handler) => handler
export const instrumentationResultMetaContext = undefined
`

/**
 * Leaves the router's instrumentation out of the first load (1 KB after gzip): the application passes no `instrumentations`. A version of the
 * router that takes more from that module doesn't build with this one.
 */
export function withoutInstrumentation(): Plugin {
  return {
    name: 'without-instrumentation',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => (/\/react-router\/.*\/router\/instrumentation\.js$/.test(id) ? without : undefined),
  }
}
