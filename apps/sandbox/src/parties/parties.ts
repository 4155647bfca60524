import type { PortName } from '../failures.ts'
import { bank } from './bank.ts'
import { face } from './face.ts'
import { lender } from './lender.ts'
import { ocr } from './ocr.ts'
import type { Party } from './party.ts'
import { payment } from './payment.ts'
import { sms } from './sms.ts'

/** Every outside party that is spoken to in our signed way; each method is served at POST /vendor/<port>/<method>. */
export const parties: Readonly<Record<Exclude<PortName, 'messenger'>, Party>> = { sms, ocr, face, bank, payment, lender }
