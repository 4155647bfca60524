import { toast } from '#ui/toast.tsx'
import type { Followed } from './messenger.screens.ts'

let held: string | undefined

/** What a person is to be told once there is a page to tell it on. */
export function hold(word: string): void {
  held = word
}

/** Says it on the first screen; before, the screen's own arrival would take it away. */
export function sayHeldWord(router: Followed): void {
  const say = () => {
    const { initialized, navigation } = router.state
    if (held === undefined || !initialized || navigation.state !== 'idle') return
    toast(held)
    held = undefined
  }
  router.subscribe(say)
  say()
}
