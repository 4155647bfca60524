import { addDays, type CivilDate, today } from '@fyh/base/dates.ts'
import { lenderParty } from '@fyh/base/lender-party.ts'
import { type Fen, fen, formatYuan } from '@fyh/base/money.ts'
import { sql } from 'kysely'
import { type Account, accounts } from '#lending/ledger/ledger.ts'
import { everyLenderId } from '#lending/lenders/lenders.ts'
import { openReports } from '#lending/repayment/repayment.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import type { JobTable } from '#platform/jobs.ts'
import { type Difference, lineOf, type Party } from './difference.ts'
import { compareLoans, compareSums } from './loans.ts'
import { comparePrices } from './prices.ts'
import { firstMovedOn, fundingByLender } from './reconcile.sql.ts'
import { compareRedPackets } from './red-packets.ts'
import { compareDay, type Elsewhere } from './statements.ts'
import { compareSubjects } from './subjects.ts'

/** How many differences there are, and how often a party's statements were not to be had, so that those days are not compared. */
export type Compared = { readonly differences: number; readonly unasked: number }

/**
 * Compares what must agree: each loan's ledger with its plan and events, every limit with the principal lent, what the ledger says of
 * outside parties with their daily statements, of one day or of every day so far, and debits with the notices that came of them. It reads one snapshot and changes
 * nothing. Says a line for each difference as it is found, and one for each time in which a party gave no statement. A day that has
 * not come yet is thrown.
 */
export async function reconcile(
  deps: Pick<Deps, 'db' | 'clock' | 'providers'>,
  { date, say }: { date: CivilDate | undefined; say: (line: string) => void },
): Promise<Compared> {
  const now = today(deps.clock)
  if (date !== undefined && date > now) throw new Error(`${date} has not come yet: it is ${now}`)
  let differences = 0
  let unasked = 0
  const tell = (difference: Difference) => {
    if (difference.kind === 'noStatement') unasked += 1
    else differences += 1
    say(lineOf(difference))
  }
  await inSnapshot(deps, async (tx) => {
    const loans = await compareLoans(tx, today(deps.clock), tell)
    await comparePrices(tx, tell)
    await compareSubjects(tx, tell)
    await compareRedPackets(tx, tell)
    const sums = await compareSums(tx, tell)
    const parties: Party[] = ['payment', ...(await everyLenderId(tx)).map(lenderParty)]
    const days = await compareStatements(tx, deps, { parties, date }, tell)
    await compareReports(tx, tell)
    for (const line of summary({ loans, days, sums, funding: await fundingByLender(tx) })) say(line)
  })
  say(ending({ differences, unasked }))
  return { differences, unasked }
}

/** Nightly: what the loans of the book really cost. `npm run reconcile` says the same. */
export function reconcileJobs({ db, log }: Pick<Deps, 'db' | 'log'>): JobTable {
  return {
    'reconcile.prices': {
      every: 86_400,
      work: () => comparePrices(db, (difference) => log.error({ difference }, 'a loan cost more than the price cap of its lender')),
    },
  }
}

function ending({ differences, unasked }: Compared): string {
  const found = differences === 0 ? 'no differences' : differences === 1 ? '1 difference' : `${differences} differences`
  return unasked === 0 ? found : `${found} in the compared data; some statements are missing`
}

/** Notices of debits whose sum is not what is booked; while the channel is still being asked there is no difference yet. */
async function compareReports(tx: Tx, tell: (difference: Difference) => void): Promise<void> {
  for (const { isAsked, orderKey, contractNo, orderedFen, reportedFen, answeredFen, bookedFen } of await openReports(tx)) {
    const figures = { ordered: orderedFen, reported: reportedFen, answered: answeredFen, booked: bookedFen }
    if (!isAsked) tell({ kind: 'reportDiffers', party: 'payment', orderKey, contractNo, ...figures })
  }
}

async function inSnapshot({ db }: Pick<Deps, 'db'>, work: (tx: Tx) => Promise<void>): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // A whole ledger is summed in one statement, and outside parties are waited for in between.
      await sql`set local statement_timeout = '15min'`.execute(tx)
      await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(tx)
      await work(tx)
    })
}

async function compareStatements(
  tx: Tx,
  deps: Pick<Deps, 'db' | 'clock' | 'providers'>,
  { parties, date }: { parties: readonly Party[]; date: CivilDate | undefined },
  tell: (difference: Difference) => void,
): Promise<number> {
  const last = date ?? today(deps.clock)
  const elsewhere: Elsewhere = new Map()
  const away = daysAway(tell)
  let days = 0
  for (let on = date ?? (await firstMovedOn(tx)) ?? last; on <= last; on = addDays(on, 1)) {
    for (const party of parties) {
      const isHad = await compareDay({ ...deps, tx, today: today(deps.clock) }, { party, on }, elsewhere, tell)
      if (isHad) away.end(party)
      else away.add(party, on)
    }
    days += 1
  }
  for (const party of parties) away.end(party)
  for (const difference of elsewhere.values()) if (difference !== 'inPlace') tell(difference)
  return days
}

/** Days in a row whose statement a party does not give: told as one difference. */
function daysAway(tell: (difference: Difference) => void) {
  const open = new Map<Party, { readonly from: CivilDate; readonly to: CivilDate }>()
  return {
    add: (party: Party, on: CivilDate): void => {
      open.set(party, { from: open.get(party)?.from ?? on, to: on })
    },
    end: (party: Party): void => {
      const days = open.get(party)
      if (days !== undefined) tell({ kind: 'noStatement', party, ...days })
      open.delete(party)
    },
  }
}

type Looked = {
  readonly loans: number
  readonly days: number
  readonly sums: ReadonlyMap<Account, number>
  readonly funding: readonly { readonly lenderId: number; readonly amount: Fen }[]
}

/** What was looked at, with each account's sum on its normal side, and the funding of each lender. */
function summary({ loans, days, sums, funding }: Looked): string[] {
  const lines = [...sums].map(([account, amount]) => {
    const { side, term } = accounts[account]
    return `  ${term} ${account} ${formatYuan(fen(side === 'debit' ? amount : 0 - amount))}`
  })
  const { term } = accounts.lenderFunding
  const ofLenders = funding.map(({ lenderId, amount }) => `  ${term} lenderFunding of lender ${lenderId} ${formatYuan(amount)}`)
  return [`compared ${loans} loans and the statements of ${days} ${days === 1 ? 'day' : 'days'}`, ...lines.sort(), ...ofLenders]
}
