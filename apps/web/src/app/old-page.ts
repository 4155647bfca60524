import { wordOf } from '#locales/i18n.ts'
import { isRefusal, whenCallFails } from '#platform/api.ts'
import { isReleased } from '#platform/released.ts'
import { confirm } from '#ui/confirm.tsx'

/**
 * After a release a page that was open before speaks to a newer server. Mostly it is understood; a call that is not looks whether
 * the entry page names other scripts by now, and then asks the person, once, to reload.
 */
export function watchForRelease(reload: () => void): void {
  let state: 'unasked' | 'looking' | 'asked' = 'unasked'
  whenCallFails(async (_, failure) => {
    const couldBeOld = failure.kind === 'http' || isRefusal(failure, 'INPUT_INVALID', 'NOT_FOUND')
    if (!couldBeOld || state !== 'unasked') return
    state = 'looking'
    const old = await isReleased()
    state = old ? 'asked' : 'unasked'
    if (
      old &&
      (await confirm({ title: wordOf('shell:error.oldTitle'), body: wordOf('shell:error.oldBody'), yes: wordOf('shell:error.reload') }))
    )
      reload()
  })
}
