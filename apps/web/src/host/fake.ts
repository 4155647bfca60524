import { type Host, powerlessHost } from './port.ts'

/** A host for tests that remembers what it was asked. */
export function fakeHost(powers: Partial<Host> = {}): Host & { readonly asked: readonly string[] } {
  const asked: string[] = []
  return {
    ...powerlessHost,
    setHeader: ({ shown, title }) => asked.push(`header ${shown ? 'shown' : 'hidden'} ${title}`),
    login: async () => {
      asked.push('login')
      return true
    },
    ...powers,
    asked,
  }
}
