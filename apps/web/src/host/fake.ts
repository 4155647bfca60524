import { browserHost } from './browser.ts'
import type { Host } from './port.ts'

/** A host for tests that remembers what it was asked. */
export function fakeHost(powers: Partial<Host> = {}): Host & { readonly asked: readonly string[] } {
  const asked: string[] = []
  return {
    ...browserHost({ userAgent: '' }),
    setHeader: ({ shown, title }) => asked.push(`header ${shown ? 'shown' : 'hidden'} ${title}`),
    login: () => asked.push('login'),
    ...powers,
    asked,
  }
}
