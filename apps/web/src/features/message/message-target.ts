import { type MessageTarget, messageTargets } from '@fyh/contract/message-targets.ts'
import { applyScreens } from '#features/apply/apply.screens.ts'
import { borrowScreens } from '#features/borrow/borrow.screens.ts'
import { campaignScreens } from '#features/campaign/campaign.screens.ts'
import { capitalScreens } from '#features/capital/capital.screens.ts'
import { cardScreens } from '#features/card/card.screens.ts'
import { couponScreens } from '#features/coupon/coupon.screens.ts'
import { equityScreens } from '#features/equity/equity.screens.ts'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { serviceScreens } from '#features/service/service.screens.ts'
import { settingsScreens } from '#features/settings/settings.screens.ts'
import { to } from '#platform/screen.ts'
import type { Message } from './message.queries.ts'

type Path = (message: Pick<Message, 'loanId' | 'params'>) => string | undefined

const paths: Readonly<Record<MessageTarget, Path>> = {
  apply: () => to(applyScreens.next),
  applyResult: () => to(applyScreens.result),
  benefit: () => to(equityScreens.order),
  borrow: () => to(borrowScreens.borrowMoney),
  capital: () => to(capitalScreens.result),
  cards: () => to(cardScreens.selectBank),
  coupons: () => to(couponScreens.coupons),
  loan: ({ loanId }) => (loanId === null ? undefined : to(loanScreens.detail, { id: loanId })),
  redPacket: ({ params: { activityId } }) => (activityId === undefined ? undefined : to(campaignScreens.cash, { id: activityId })),
  settings: () => to(settingsScreens.setting),
  ticket: ({ params: { ticketId } }) => (ticketId === undefined ? undefined : to(serviceScreens.ticket, undefined, { id: ticketId })),
  pay: ({ loanId }) => (loanId === null ? undefined : to(repayScreens.detail, { id: loanId })),
}

/** Where a message leads; undefined for a kind that leads nowhere, and for an old message that lacks what its address needs. */
export function targetOf(message: Pick<Message, 'kind' | 'loanId' | 'params'>) {
  const name = messageTargets[message.kind]
  const path = paths[name](message)
  return path === undefined ? undefined : { name, path }
}
