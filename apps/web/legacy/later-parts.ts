import type { Plugin } from 'vite'

/** Leaves out of the server's module what comes later in a browser: other screens and word packs, which it never draws. */
export function withoutLaterParts(): Plugin {
  return {
    name: 'without-later-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'drawing',
    resolveDynamicImport: (id) => ({ id: typeof id === 'string' ? id : 'later', external: true }),
  }
}
