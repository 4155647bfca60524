import { isLenderParty } from '@fyh/base/lender-party.ts'
import type { PartyName } from '../failures.ts'
import { bank } from './bank.ts'
import { benefit } from './benefit.ts'
import { check } from './check.ts'
import { face } from './face.ts'
import { lender } from './lender.ts'
import { ocr } from './ocr.ts'
import type { Party } from './party.ts'
import { payment } from './payment.ts'
import { sms } from './sms.ts'

const single = { sms, ocr, face, bank, payment, check, benefit } as const satisfies Partial<Record<PartyName, Party>>
const isSingle = (name: string): name is keyof typeof single => Object.hasOwn(single, name)

/** A party that is spoken to in our signed way; its methods are served at POST /vendor/<party>/<method>. Every number is a lender of its own. */
export function partyNamed(name: string): { readonly name: PartyName; readonly party: Party } | undefined {
  if (isLenderParty(name)) return { name, party: lender(name) }
  return isSingle(name) ? { name, party: single[name] } : undefined
}
