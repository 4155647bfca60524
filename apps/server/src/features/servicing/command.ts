import { parseArgs } from 'node:util'
import { type Fen, formatYuan, parseYuan } from '@fyh/base/money.ts'
import { ticketCauses, ticketOutcomes } from '@fyh/contract/service.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { caseOutcomes } from '#lending/payout/payout.ts'
import { serviceAnnouncements } from './announcements.ts'
import { serviceCoupons } from './coupons.ts'
import { serviceDebits } from './debits.ts'
import { decisionsOf, type Order, placeOf, undo, waivableParts, waive, writeOff } from './decide.ts'
import { servicePayouts } from './payouts.ts'
import { serviceTickets } from './tickets.ts'

export const usage = `Usage:
  servicing waive --contract NO --by NAME --reason TEXT [--parts penalty,interest,fee] [--amount YUAN]
  servicing write-off --contract NO --by NAME --reason TEXT
  servicing undo --contract NO --by NAME --reason TEXT --event ID
  servicing list --contract NO
  servicing debits
  servicing debit-resolve --order KEY --by NAME --reason TEXT [--amount YUAN]
  servicing coupons --phone PHONE
  servicing coupon-issue --phone PHONE --coupon KEY --by NAME --reason TEXT
  servicing coupon-revoke --phone PHONE --coupon ID --by NAME --reason TEXT
  servicing payouts
  servicing payout-end --order KEY --as paid|refused --by NAME --reason TEXT [--on DATE]
  servicing payout-resolve --case ID --as ${caseOutcomes.join('|')} --by NAME --reason TEXT [--on DATE]
  servicing tickets
  servicing ticket --ticket NO
  servicing ticket-take --ticket NO --by NAME [--complex]
  servicing ticket-extend --ticket NO --by NAME --approver NAME --reason TEXT
  servicing ticket-answer --ticket NO --by NAME --outcome ${ticketOutcomes.join('|')} --cause ${ticketCauses.join('|')} --text TEXT
  servicing announcements
  servicing announcement-publish --file FILE --by NAME
  servicing announcement-end --id ID --by NAME`

const options = {
  contract: { type: 'string' },
  by: { type: 'string' },
  reason: { type: 'string' },
  parts: { type: 'string' },
  amount: { type: 'string' },
  event: { type: 'string' },
  phone: { type: 'string' },
  coupon: { type: 'string' },
  order: { type: 'string' },
  case: { type: 'string' },
  as: { type: 'string' },
  on: { type: 'string' },
  ticket: { type: 'string' },
  complex: { type: 'boolean' },
  approver: { type: 'string' },
  outcome: { type: 'string' },
  cause: { type: 'string' },
  text: { type: 'string' },
  file: { type: 'string' },
  id: { type: 'string' },
} as const

/** One command line of an operator. Says what was done; what cannot be done is thrown and has changed nothing. */
export async function service(deps: LendingDeps, args: readonly string[], say: (line: string) => void): Promise<void> {
  const { values, positionals } = readArgs(args)
  const { contract = '', by = '', reason = '' } = values
  const amount = amountOf(values.amount)
  const command = positionals.join(' ')
  if (positionals[0]?.startsWith('debit') === true) return serviceDebits(deps, { command, values, amount, usage }, say)
  if (positionals[0]?.startsWith('payout') === true) return servicePayouts(deps, { command, values, usage }, say)
  if (positionals[0]?.startsWith('ticket') === true) return serviceTickets(deps, { command, values, usage }, say)
  if (positionals[0]?.startsWith('announcement') === true) return serviceAnnouncements(deps, { command, values, usage }, say)
  if (positionals[0]?.startsWith('coupon') === true) return serviceCoupons(deps, { command, values, usage }, say)
  if (contract === '') throw new Error(`--contract names the loan\n${usage}`)
  const order: Order = { contractNo: contract, by, reason }
  switch (command) {
    case 'waive': {
      const made = await waive(deps, { ...order, parts: partsOf(values.parts), amount })
      return say(`waived ${formatYuan(made.amount)} of loan ${contract}: event ${made.eventId}`)
    }
    case 'write-off': {
      const made = await writeOff(deps, order)
      return say(`wrote off ${formatYuan(made.amount)} of loan ${contract}: event ${made.eventId}`)
    }
    case 'undo': {
      const event = Number(values.event)
      if (!Number.isSafeInteger(event)) throw new Error('--event takes a decision number from `list`')
      const { eventId } = await undo(deps, { ...order, event })
      return say(`undid event ${event} of loan ${contract}: event ${eventId}`)
    }
    case 'list': {
      const { status, owed, surplusHeld, returned } = await placeOf(deps, contract)
      say(
        `status ${status}, owed ${formatYuan(owed)}, overpayment held ${formatYuan(surplusHeld)}, returned and owed ${formatYuan(returned)}`,
      )
      for (const { eventId, on, kind, data, by: maker, reversedBy } of await decisionsOf(deps, contract))
        say(`${eventId} ${on} ${kind} ${JSON.stringify(data)} by ${maker}${reversedBy === null ? '' : `, undone by ${reversedBy}`}`)
      return
    }
    default:
      throw new Error(usage)
  }
}

/** What the command line cannot be read as is told with the usage, not in the words of the reader. */
function readArgs(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (cause) {
    throw new Error(usage, { cause })
  }
}

function amountOf(text: string | undefined): Fen | undefined {
  const amount = text === undefined ? undefined : parseYuan(text)
  if (text !== undefined && amount === undefined) throw new Error('--amount takes yuan, such as 12.34')
  return amount
}

function partsOf(text: string | undefined) {
  if (text === undefined) return ['penalty'] as const
  const named = text.split(',').map((name) => waivableParts.find((part) => part === name.trim()))
  const known = named.filter((part) => part !== undefined)
  if (known.length === 0 || known.length < named.length) throw new Error(`--parts takes ${waivableParts.join(', ')}`)
  return known
}
