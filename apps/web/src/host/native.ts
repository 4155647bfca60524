import type { Bridge } from './bridge.ts'
import { identityOf, photoFile, textOf, yesOf } from './native-answers.ts'
import { type Host, type HostAnswer, powerlessHost } from './port.ts'

/**
 * The native app, which is asked for its version first: one that does not answer draws no header, as far as anybody can know, so
 * the page draws its own, and nobody waits for its camera.
 */
export async function nativeHost(bridge: Bridge, own: Pick<Host, 'kind' | 'traceName' | 'framed'>): Promise<Host> {
  const version = understood(await bridge.ask('version'), textOf)
  const answers = version.outcome === 'ok'
  const done = async (name: Parameters<Bridge['ask']>[0]) => (await bridge.ask(name)).outcome === 'ok'
  let changed = false
  return {
    ...powerlessHost,
    ...own,
    isNativeApp: true,
    titleBar: answers ? 'onRequest' : 'never',
    goHome: () => done('jumpHome'),
    back: async ({ isFirst }) => isFirst && ((changed && (await done('backRefresh'))) || (await done('back'))),
    setHeader: ({ shown, title }) => void bridge.ask('setHeader', { show: shown && answers, title }),
    login: () => done('login'),
    identity: async () => understood(await bridge.ask('identity'), identityOf),
    isMarket: async () => understood(await bridge.ask('market'), yesOf),
    version: async () => version,
    takePhoto: async (of) => (answers ? understood(await bridge.ask('camera', { of }), photoFile) : { outcome: 'unknown' }),
    noteChange: () => {
      changed = true
    },
    listen: bridge.listen,
  }
}

/** An answer whose data makes no sense is none. */
function understood<T>(answer: HostAnswer<unknown>, reader: (data: unknown) => T | undefined): HostAnswer<T> {
  if (answer.outcome !== 'ok') return answer
  const data = reader(answer.data)
  return data === undefined ? { outcome: 'unknown' } : { outcome: 'ok', data }
}
