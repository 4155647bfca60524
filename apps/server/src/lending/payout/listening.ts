import type { LendingDeps } from '#lending/deps.ts'

/** The same, and whether a lender left a call without an answer since. */
export function listening(deps: LendingDeps): { readonly deps: LendingDeps; readonly wasSilent: () => boolean } {
  let isSilent = false
  const heard = async <Given extends { readonly answer: string }>(answer: Promise<Given>): Promise<Given> => {
    const given = await answer
    if (given.answer === 'unknown') isSilent = true
    return given
  }
  const lender: LendingDeps['providers']['lender'] = (lenderId) => {
    const port = deps.providers.lender(lenderId)
    return {
      payOut: (request) => heard(port.payOut(request)),
      queryPayOut: (request) => heard(port.queryPayOut(request)),
      cancelPayOut: (request) => heard(port.cancelPayOut(request)),
      statement: (asked) => heard(port.statement(asked)),
      apply: (request) => heard(port.apply(request)),
      queryApply: (request) => heard(port.queryApply(request)),
      cancelApply: (request) => heard(port.cancelApply(request)),
    }
  }
  return { deps: { ...deps, providers: { ...deps.providers, lender } }, wasSilent: () => isSilent }
}
