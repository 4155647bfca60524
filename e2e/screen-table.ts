import { readFileSync } from 'node:fs'

export type ListedScreen = {
  /** The requirement that names the address; '' for an address of our own. */
  readonly id: string
  readonly path: string
  readonly auth: 'guest' | 'user'
  /** Not built yet, and says so. */
  readonly isLater: boolean
}

/** The table of screens as docs/generated has it, so that a new screen is looked at without being named anywhere else. */
export const listedScreens: readonly ListedScreen[] = readFileSync(new URL('../docs/generated/screens.md', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id = '', , , address = '', , auth, , state] = line.split('|').map((cell) => cell.trim())
    const path = /^`(.+)`$/.exec(address)?.[1]
    return path === undefined ? [] : [{ id, path, auth: auth === 'guest' ? 'guest' : 'user', isLater: state === 'later' }]
  })
