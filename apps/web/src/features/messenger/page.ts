/** What an authorisation does to the page it runs in. */
export type MessengerPage = {
  /** The whole address. */
  readonly address: () => string
  /** The address within the application. */
  readonly path: () => string
  /** Another address for the same page. */
  readonly replace: (address: string) => void
  /** Goes to another page, in place of this one or beside it in the history; settles only when the person comes back to this very page. */
  readonly leave: (address: string, how: 'inPlace' | 'beside') => Promise<void>
  /** Shows that something is under way for as long as it is. */
  readonly during: <D>(work: Promise<D>) => Promise<D>
  /** Says that there is no authorisation, and why; settles with what the person chose. */
  readonly ask: (why: 'refused' | 'failed') => Promise<'retry' | 'logIn' | 'goOn'>
}

export const browserPage: MessengerPage = {
  address: () => window.location.href,
  path: () => `${window.location.pathname}${window.location.search}${window.location.hash}`,
  replace: (address) => window.history.replaceState(window.history.state, '', address),
  leave: (address, how) => {
    if (how === 'inPlace') window.location.replace(address)
    else window.location.assign(address)
    // A page that the browser kept frozen goes on from here when Back brings it again.
    return new Promise((settle) => {
      window.addEventListener('pageshow', ({ persisted }) => {
        if (persisted) settle()
      })
    })
  },
  during: async (work) => {
    const drawn = import('./waiting.tsx').then(({ drawWaiting }) => drawWaiting())
    try {
      return await work
    } finally {
      // A wait that could not even be drawn is over all the same.
      drawn.then((takeAway) => takeAway()).catch(() => undefined)
    }
  },
  ask: async (why) => (await import('./notice.tsx')).askOnPage(why),
}
