import type { Fen } from '@fyh/base/money.ts'
import { useState } from 'react'

/**
 * A sum the server may change while it stands on the screen, as over midnight. `before` is the sum that was shown, until `accept` says
 * that the change was confirmed. Another `about` is another sum, which changes nothing.
 */
export function useShownSum(about: string, sum: Fen | undefined): { before: Fen | undefined; accept: () => void } {
  const [shown, setShown] = useState({ about, sum })
  const isOther = shown.about !== about || (shown.sum === undefined && sum !== undefined)
  if (isOther) setShown({ about, sum })
  const before = isOther || sum === undefined || shown.sum === sum ? undefined : shown.sum
  return { before, accept: () => setShown({ about, sum }) }
}
