/** A fault somebody could make: the text that stands once in the file, and what it would be by mistake. */
export type NamedFault = { readonly fault: string; readonly file: string; readonly from: string; readonly to: string }

const engine = (file: string, ...faults: readonly (readonly [fault: string, from: string, to: string])[]): NamedFault[] =>
  faults.map(([fault, from, to]) => ({ fault, file: `packages/loan-engine/${file}.ts`, from, to }))

/**
 * Faults of money code that people make, written down by hand and chosen by what they would do to a borrower or a lender, not by
 * whether a test sees them. Every rule of the engine has its own.
 */
export const namedFaults: readonly NamedFault[] = [
  {
    fault: 'half a fen is cut off',
    file: 'packages/base/money.ts',
    from: 'Math.floor(twice / (over * 2))',
    to: 'Math.floor((twice - over) / (over * 2))',
  },
  {
    fault: 'an instalment pays more than is open',
    file: 'packages/base/money.ts',
    from: 'Math.min(Math.max(a - b, 0), most)',
    to: 'Math.max(a - b, 0)',
  },
  { fault: 'a limit is shown larger than it is', file: 'packages/base/money.ts', from: 'f - (f % 100)', to: 'f + (f % 100)' },
  {
    fault: 'rests that make a whole fen together are lost',
    file: 'packages/base/money.ts',
    from: 'quotient.whole + (carries ? 1 : 0)',
    to: 'quotient.whole',
  },
  {
    fault: 'a product past the safe integers loses its odd part',
    file: 'packages/base/money.ts',
    from: 'half.rest * 2 + once.rest',
    to: 'half.rest * 2',
  },
  ...engine(
    'interest',
    ['a year of 365 days counts 360', 'daysBetween(from, to), basis: 365 }', 'daysBetween(from, to), basis: 360 }'],
    ['the 31st is a day of its own in a month of 30', 'Math.min(b.day, most)', 'b.day'],
    ['a leap year begins a day late', 'daysByYear(addDays(from, -1), addDays(to, -1))', 'daysByYear(from, to)'],
    ['a leap day on the last day is not seen', 'leapDay <= to', 'leapDay < to'],
  ),
  ...engine(
    'periods',
    [
      'a due day stays short after a short month',
      'agreedDueDate(terms, period * perRow), daysOff)',
      'addPeriods(startDate, { unit, every, count: perRow }), daysOff)',
    ],
    ['the last free period bears interest', 'isFree: period <= free', 'isFree: period < free'],
    ['a month a loan is paid in is not counted by its step', 'period * perRow * every : 0', 'period * perRow : 0'],
  ),
  ...engine(
    'due-dates',
    ['a Saturday worked in exchange is a day off', 'if (calendar.workdays.has(date)) return true', ''],
    ['a due day of 31 leaves a short month', 'Math.min(day, daysInMonth(year, month)) - present', 'day - present'],
    ['a holiday moves by one day only', 'if (moves) while (', 'if (moves) if ('],
  ),
  ...engine(
    'fees',
    ['a fee up front is asked with every instalment', '.filter((fee) => fee.due === due)', ''],
    ['a share of both is one of principal', 'addFen(principal, interest)', 'principal'],
    ['a share is cut off', "over: 1_000_000, rounding: 'halfUp'", "over: 1_000_000, rounding: 'down'"],
  ),
  ...engine(
    'shares',
    ['the last period leaves the rest open', 'const part = isLast ? balance : pays', 'const part = pays'],
    ['principal is paid in its grace', 'number > withoutPrincipal', 'number >= withoutPrincipal'],
    ['interest put off is forgotten', 'own - deferred + broughtForward', 'own - deferred'],
    ['flat interest falls with the balance', 'interests === undefined ? balance : principal', 'balance'],
    ['a free period bears interest', 'if (isFree) return zeroFen', ''],
  ),
  ...engine(
    'annuity',
    ['a loan without interest is cut off', 'if (loan.annualRate === 0) return', 'if (loan.annualRate < 0) return'],
    ['interest is discounted by the days of a year, not the period', 'annuity += discount', 'annuity += 1'],
    ['the exact way rounds up too early', 'while (!fits(quotient)) quotient -= 1', ''],
  ),
  ...engine(
    'penalty',
    ['the last day of grace costs', 'last.to <= addDays(dueDate, rule.graceDays)', 'last.to < addDays(dueDate, rule.graceDays)'],
    ['after grace it counts from the end of grace', 'let countedTo = dueDate', 'let countedTo = addDays(dueDate, 3)'],
    ['principal that was paid goes on bearing it', 'open = subFen(open, part.amount)', ''],
    ['the ceiling is no bound', 'amount: minFen(counted, ceiling)', 'amount: counted'],
    ['it is the contract rate alone', 'annualRate * rule.percentOfRate', 'annualRate * 100'],
    ['the due day itself is overdue', 'onDate <= dueDate ? [] :', 'onDate < dueDate ? [] :'],
  ),
  ...engine(
    'allocate',
    ['a share loses its odd fen', 'k === count - 1 ? fen(amount - share * (count - 1)) : share', 'share'],
    ['a period takes more than it owes', 'minFen(most, left, debts.owed(period, step))', 'minFen(most, left)'],
    ['what is due takes what is not', "step === 'dueByNow' && due !== 'advance'", "step === 'dueByNow'"],
    ['the youngest period is paid first', '[...owed].sort((a, b) => a.period - b.period)', '[...owed].sort((a, b) => b.period - a.period)'],
    ['horizontal is vertical', "allocationDirection === 'vertical' ?", "allocationDirection === 'horizontal' ?"],
    ['an excess that is to be held is spent', "first.due === 'advance' && excess === 'hold'", 'false'],
    [
      'an excess goes to the next period, not the last',
      "excess === 'lastPeriod' ? targets.slice(-1)",
      "excess === 'lastPeriod' ? targets.slice(0, 1)",
    ],
  ),
  ...engine(
    'receive',
    [
      'a payment goes past the period it is for',
      'if (closedOn !== undefined || row.period > upToPeriod) continue',
      'if (closedOn !== undefined) continue',
    ],
    ['what is due today is overdue', "dueDate === on ? 'due' : 'advance'", "dueDate === on ? 'overdue' : 'advance'"],
  ),
  ...engine(
    'account',
    ['what was written off is owed', 'addParts(paid, waived, writtenOff)', 'addParts(paid, waived)'],
    ['a charge is not owed', 'fen(row.fee + added.fee)', 'row.fee'],
  ),
  ...engine(
    'loan-state',
    ['paid on its day counts as late', 'if (on > account.row.dueDate)', 'if (on >= account.row.dueDate)'],
    ['the balance does not fall', 'state.balance = subFen(state.balance, amount)', ''],
    ['a period closes while it owes by plan', 'account.closedOn !== undefined || isOpenByPlan(account)', 'account.closedOn !== undefined'],
  ),
  ...engine(
    'standing',
    ['the due day itself is overdue', "if (dueDate < onDate) return 'overdue'", "if (dueDate <= onDate) return 'overdue'"],
    ['what is due today is not due now', 'period.dueDate <= onDate', 'period.dueDate < onDate'],
    ['today is not the next due day', 'period.dueDate >= onDate', 'period.dueDate > onDate'],
  ),
  ...engine(
    'settlement',
    ['interest of the months to come is asked for', 'return { ...noParts, interest: owed.interest, fee: owed.fee }', 'return noParts'],
    ['interest paid ahead is asked for again', 'maxFen(zeroFen, subFen(accrued, alreadyPaid))', 'accrued'],
    ['interest paid ahead counts for nothing', "rules.interestAhead === 'counts'", 'rules.interestAhead === undefined'],
    [
      'interest of a period not begun is kept',
      'row.period < running.row.period) return noParts\n  const isRunning',
      'row.period !== running.row.period) return noParts\n  const isRunning',
    ],
    ['the fee of the running period counts back', 'isRunning ? row.fee : zeroFen', 'zeroFen'],
    ['the fee is of what is due today, too', 'account.row.dueDate > onDate', 'account.row.dueDate >= onDate'],
    ['on the due day the next month runs', 'account.row.dueDate >= onDate', 'account.row.dueDate > onDate'],
  ),
  ...engine(
    'accrual',
    ['the due day bears one day less', 'if (onDate >= dueDate) return interest', 'if (onDate > dueDate) return interest'],
    ['a part of a period is cut off', "over: periodDays, rounding: 'halfUp'", "over: periodDays, rounding: 'down'"],
  ),
  ...engine(
    'events',
    ['an event told twice counts twice', 'reversed.has(event.id) || seen.has(event.id)', 'reversed.has(event.id)'],
    ['a reversed event counts', 'reversed.has(event.id) || seen.has(event.id)', 'seen.has(event.id)'],
    ['events of a day go by when they were known', 'byDayAndRank(a, b) || Number(a.id) - Number(b.id)', 'byDayAndRank(a, b)'],
    ['an event of the day asked for is left out', 'event.on > onDate &&', 'event.on >= onDate &&'],
  ),
  ...engine(
    'replay',
    ['the quote to the fen does not settle', 'event.amount < quote.total', 'event.amount <= quote.total'],
    ['a surplus is lost', 'state.surplus = addFen(state.surplus, allocation.surplus)', ''],
    ['more is taken than settling takes', 'return reachesSettling(state, event) ?', 'return false ?'],
    ['an excess that is held settles', "excess === 'hold' || ", ''],
  ),
  ...engine(
    'prepay',
    ['interest to the day is not paid first', 'interestToDay({ row, paid, waived }, on)', 'zeroFen'],
    [
      'interest that counts is no principal',
      'interest: subFen(zeroFen, counts), principal: counts',
      'interest: subFen(zeroFen, counts), principal: zeroFen',
    ],
    ['an instalment paid whole keeps its interest', 'const paidAhead = counts ?', 'const paidAhead = false ?'],
    ['more principal is taken than is open', 'minFen(subFen(amount, interest), principalOpen)', 'subFen(amount, interest)'],
  ),
  ...engine(
    'redraw',
    ['shortening lowers', "effect === 'shorten' || from === 0 ? instalment : lowered()", 'lowered()'],
    [
      'interest that counts is asked for as principal again',
      'subFen(prepaid, principal)), counts)',
      'subFen(prepaid, principal)), zeroFen)',
    ],
    ['lowering keeps the share', "effect === 'shorten' ? planned : share", 'planned'],
    [
      'the last row leaves the rest open',
      'isLast ? balance : minFen(subFen(balance, paidAhead)',
      'false ? balance : minFen(subFen(balance, paidAhead)',
    ],
  ),
  ...engine(
    'rate-by-days',
    ['a pause of one day is none', 'next <= change.to', 'next < change.to'],
    [
      'a new rate begins a day late',
      "change.kind === 'changeRate' && change.on <= next",
      "change.kind === 'changeRate' && change.on < next",
    ],
  ),
  ...engine(
    'charge',
    ['a charge of each period is of every period', 'row.dueDate > on && !isAfterPlan(row)', '!isAfterPlan(row)'],
    ['a waived charge stays open', 'account.waived = addParts(account.waived, parts)', ''],
    ['a surplus does not pay what is charged', '  coverFromSurplus(state)\n', ''],
  ),
  ...engine('waive', ['a waiver lets go of more than is owed', 'minFen(left, owed[part])', 'left']),
  ...engine(
    'write-off',
    ['a refund beyond what is held is forgotten', 'lendMore(state, event.amount)', ''],
    ['what was written off bears on', 'endPrincipal(state, account, { amount: parts.principal, on: event.on })', ''],
  ),
  ...engine(
    'charge-off',
    ['principal of the months that fall away is lost', '...later.map((account) => account.row.principal)', ''],
    ['what was paid of them is lost', 'addParts(running.paid, ...later.map(({ paid }) => paid))', 'running.paid'],
  ),
  ...engine(
    'price',
    ['the compound price is the simple one', '(1 + monthly) ** 12 - 1', 'monthly * 12'],
    [
      'a fee up front costs nothing',
      'flows: CashFlow[] = [{ month: 0, amount: subFen(principal, upFrontFee) }]',
      'flows: CashFlow[] = [{ month: 0, amount: principal }]',
    ],
    ['a price at the cap is refused', 'simple <= cap', 'simple < cap'],
    ['a year of dates has 360 days', '** 365 - 1', '** 360 - 1'],
  ),
  ...engine('rules', ['an allocation order with a part missing passes', 'stepsOf(allocationOrder)\n', '\n']),
]
