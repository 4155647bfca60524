import type { Host } from '#host/port.ts'

/** What following needs of the router. */
export type Followed = {
  readonly state: { readonly initialized: boolean; readonly navigation: { readonly state: string } }
  readonly subscribe: (heard: () => void) => unknown
}

/**
 * R4.5, before the router is made, in the messenger alone. Settles when the application may start; never when the page leaves for the
 * authorisation page. Whatever fails here costs the openid of this visit and nothing else.
 */
export async function enterMessenger(host: Host): Promise<void> {
  const authorised = import('./authorise.ts').then(({ authorise }) => authorise(host))
  await authorised.catch(() => undefined)
}

/** In the messenger and its mini-programs, once the router runs: the messenger's script, signed addresses, and whose openid it is. */
export async function followMessenger(host: Host, router: Followed): Promise<void> {
  const followed = import('./follow.ts').then(({ follow }) => follow(host, router))
  await followed.catch(() => undefined)
}
