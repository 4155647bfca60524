import { type Fen, fen, formatYuan, minFen } from '@fyh/base/money.ts'
import { fail } from '@fyh/serve/fail.ts'

/** Less than this is only taken when it is all that is owed. */
const payMin = fen(100)

/** Paying all that is shown takes the quote of today to the fen, and so does settling; a part is at least one yuan, or all that is due. */
export function checkAmount({ isPart, amountFen, total }: { isPart: boolean; amountFen: Fen; total: Fen }): void {
  if (!isPart) {
    if (amountFen !== total) fail('QUOTE_CHANGED', { total: formatYuan(total), totalFen: total })
    return
  }
  const min = minFen(payMin, total)
  if (amountFen < min) fail('AMOUNT_TOO_SMALL', { min: formatYuan(min), minFen: min })
  if (amountFen > total) fail('AMOUNT_TOO_LARGE', { max: formatYuan(total), maxFen: total })
}
