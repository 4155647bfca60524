import { agreement } from './agreement.ts'
import { apply } from './apply.ts'
import { borrow } from './borrow.ts'
import { campaign } from './campaign.ts'
import { capital } from './capital.ts'
import { card } from './card.ts'
import { coupon } from './coupon.ts'
import { equity } from './equity.ts'
import { flow } from './flow.ts'
import { home } from './home.ts'
import { loan } from './loan.ts'
import { message } from './message.ts'
import { messenger } from './messenger.ts'
import { repay } from './repay.ts'
import { service } from './service.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { trace } from './trace.ts'
import { transfer } from './transfer.ts'

/** Every endpoint of the API host by slice. */
export const api = {
  session,
  settings,
  home,
  apply,
  card,
  agreement,
  borrow,
  capital,
  equity,
  loan,
  repay,
  coupon,
  campaign,
  message,
  messenger,
  service,
  flow,
  trace,
  transfer,
}
export type Api = typeof api
export type Slice = keyof Api

/** What each slice is about, for the description of the API. */
export const sliceSummaries: Readonly<Record<Slice, string>> = {
  session: 'Login by one-time code, the devices that are logged in, and what a visit reports',
  settings: 'The payment password, and the consent to the use of the location',
  home: 'The home page of guests and borrowers, and the account page',
  apply: 'The application for a limit: identity, face, profile, contacts and the decision',
  card: 'The borrower’s debit cards',
  agreement: 'Agreements to read and sign, and signed contracts',
  borrow: 'Quotes, signing and disbursement of a loan',
  capital: 'Partner lenders: matching, consent, applications and what they hold',
  equity: 'Packages of benefits: orders, rights and refunds',
  loan: 'Loans, their plans and their documents',
  repay: 'Repayment of instalments, early settlement and partial prepayment',
  coupon: 'Coupons of the borrower',
  campaign: 'Cash red packets: activities, receiving, transfers to a card, and invite codes',
  message: 'Messages to the borrower',
  messenger: 'Login and signatures inside the messenger',
  flow: 'Landing pages of channels, login by a partner’s reference, handed-over logins, and the download page',
  service: 'Customer service: announcements, feedback and complaints, and who runs the product',
  trace: 'First report of a tracking session',
  transfer: 'What the payment channel reports of money that moves for something other than a loan',
}
