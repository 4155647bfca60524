import type { BankPort } from './bank/port.ts'
import type { BenefitPort } from './benefit/port.ts'
import type { CheckPort } from './check/port.ts'
import type { FacePort } from './face/port.ts'
import type { LenderPort } from './lender/port.ts'
import type { MessengerPort } from './messenger/port.ts'
import type { OcrPort } from './ocr/port.ts'
import type { PaymentPort } from './payment/port.ts'
import type { SmsPort } from './sms/port.ts'

/** Every outside party, one port each. Which adapter stands behind a port is the configuration's choice. */
export type Providers = {
  readonly sms: SmsPort
  readonly ocr: OcrPort
  readonly face: FacePort
  readonly bank: BankPort
  readonly payment: PaymentPort
  readonly benefit: BenefitPort
  readonly check: CheckPort
  /** The port of one lender; every lender is a party of its own. */
  readonly lender: (lenderId: number) => LenderPort
  readonly messenger: MessengerPort
}
export type PortName = keyof Providers
/** The ports of single parties that are spoken to in our own signed way, and of which the configuration names an adapter. */
export type SignedPortName = Exclude<PortName, 'messenger' | 'lender'>
