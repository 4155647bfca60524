import { type ErrorCode, errors } from '@fyh/contract/errors.ts'
import { agreement as agreementEn } from '../apps/web/src/locales/en-us/agreement.ts'
import { apply as applyEn } from '../apps/web/src/locales/en-us/apply.ts'
import { blocks as blocksEn } from '../apps/web/src/locales/en-us/blocks.ts'
import { borrow as borrowEn } from '../apps/web/src/locales/en-us/borrow.ts'
import { borrower as borrowerEn } from '../apps/web/src/locales/en-us/borrower.ts'
import { campaign as campaignEn } from '../apps/web/src/locales/en-us/campaign.ts'
import { capital as capitalEn } from '../apps/web/src/locales/en-us/capital.ts'
import { card as cardEn } from '../apps/web/src/locales/en-us/card.ts'
import { coupon as couponEn } from '../apps/web/src/locales/en-us/coupon.ts'
import { demo as demoEn } from '../apps/web/src/locales/en-us/demo.ts'
import { equity as equityEn } from '../apps/web/src/locales/en-us/equity.ts'
import { flow as flowEn } from '../apps/web/src/locales/en-us/flow.ts'
import { help as helpEn } from '../apps/web/src/locales/en-us/help.ts'
import { home as homeEn } from '../apps/web/src/locales/en-us/home.ts'
import { lending as lendingEn } from '../apps/web/src/locales/en-us/lending.ts'
import { loan as loanEn } from '../apps/web/src/locales/en-us/loan.ts'
import { message as messageEn } from '../apps/web/src/locales/en-us/message.ts'
import { messenger as messengerEn } from '../apps/web/src/locales/en-us/messenger.ts'
import { option as optionEn } from '../apps/web/src/locales/en-us/option.ts'
import { product as productEn } from '../apps/web/src/locales/en-us/product.ts'
import { repay as repayEn } from '../apps/web/src/locales/en-us/repay.ts'
import { service as serviceEn } from '../apps/web/src/locales/en-us/service.ts'
import { session as sessionEn } from '../apps/web/src/locales/en-us/session.ts'
import { settings as settingsEn } from '../apps/web/src/locales/en-us/settings.ts'
import { shell as shellEn } from '../apps/web/src/locales/en-us/shell.ts'
import { agreement } from '../apps/web/src/locales/zh-cn/agreement.ts'
import { apply } from '../apps/web/src/locales/zh-cn/apply.ts'
import { blocks } from '../apps/web/src/locales/zh-cn/blocks.ts'
import { borrow } from '../apps/web/src/locales/zh-cn/borrow.ts'
import { borrower } from '../apps/web/src/locales/zh-cn/borrower.ts'
import { campaign } from '../apps/web/src/locales/zh-cn/campaign.ts'
import { capital } from '../apps/web/src/locales/zh-cn/capital.ts'
import { card } from '../apps/web/src/locales/zh-cn/card.ts'
import { coupon } from '../apps/web/src/locales/zh-cn/coupon.ts'
import { demo } from '../apps/web/src/locales/zh-cn/demo.ts'
import { equity } from '../apps/web/src/locales/zh-cn/equity.ts'
import { flow } from '../apps/web/src/locales/zh-cn/flow.ts'
import { help } from '../apps/web/src/locales/zh-cn/help.ts'
import { home } from '../apps/web/src/locales/zh-cn/home.ts'
import { lending } from '../apps/web/src/locales/zh-cn/lending.ts'
import { loan } from '../apps/web/src/locales/zh-cn/loan.ts'
import { message } from '../apps/web/src/locales/zh-cn/message.ts'
import { messenger } from '../apps/web/src/locales/zh-cn/messenger.ts'
import { option } from '../apps/web/src/locales/zh-cn/option.ts'
import { product } from '../apps/web/src/locales/zh-cn/product.ts'
import { repay } from '../apps/web/src/locales/zh-cn/repay.ts'
import { service } from '../apps/web/src/locales/zh-cn/service.ts'
import { session } from '../apps/web/src/locales/zh-cn/session.ts'
import { settings } from '../apps/web/src/locales/zh-cn/settings.ts'
import { shell } from '../apps/web/src/locales/zh-cn/shell.ts'

/** The words people read, out of the packs themselves: a journey is walked by what is written on the screen. */
export const packs = {
  'zh-cn': {
    agreement,
    apply,
    blocks,
    borrow,
    borrower,
    campaign,
    capital,
    card,
    demo,
    equity,
    flow,
    help,
    home,
    lending,
    coupon,
    loan,
    message,
    messenger,
    option,
    product,
    repay,
    service,
    session,
    settings,
    shell,
  },
  'en-us': {
    agreement: agreementEn,
    apply: applyEn,
    blocks: blocksEn,
    borrow: borrowEn,
    borrower: borrowerEn,
    campaign: campaignEn,
    capital: capitalEn,
    card: cardEn,
    demo: demoEn,
    equity: equityEn,
    flow: flowEn,
    help: helpEn,
    home: homeEn,
    lending: lendingEn,
    coupon: couponEn,
    loan: loanEn,
    message: messageEn,
    messenger: messengerEn,
    option: optionEn,
    product: productEn,
    repay: repayEn,
    service: serviceEn,
    session: sessionEn,
    settings: settingsEn,
    shell: shellEn,
  },
} as const
export type Language = keyof typeof packs
export type Words = (typeof packs)[Language]

/** A sentence of a pack with its figures filled in. */
export const filled = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

/** The part of a sentence before its first figure, to find it by whatever the figure is. */
export const opening = (sentence: string): string => sentence.split('{{')[0] ?? ''

/** A text as a pattern: between a number and what it counts the page has a space at which no line breaks. */
export const pattern = (text: string): RegExp => new RegExp(text.replaceAll(' ', '\\s'))

/** The Chinese text of a refusal. */
export const refusal = (code: ErrorCode, detail: Readonly<Record<string, string | number>> = {}): string =>
  filled(errors[code]['zh-cn'], detail)
