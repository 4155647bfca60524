import { agreement } from './agreement.ts'
import { apply } from './apply.ts'
import { borrow } from './borrow.ts'
import { card } from './card.ts'
import { home } from './home.ts'
import { loan } from './loan.ts'
import { message } from './message.ts'
import { messenger } from './messenger.ts'
import { repay } from './repay.ts'
import { session } from './session.ts'
import { trace } from './trace.ts'

/** Every endpoint of the API host by slice. */
export const api = { session, home, apply, card, agreement, borrow, loan, repay, message, messenger, trace }
export type Api = typeof api
export type Slice = keyof Api
