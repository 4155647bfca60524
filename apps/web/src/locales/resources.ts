import type {} from 'i18next'

/** Every slice of words. zh-cn is the measure: en-us must have the same keys, and tests prove it. */
export type Resources = {
  base: typeof import('./base/base.ts').base
  shell: typeof import('./zh-cn/shell.ts').shell
  blocks: typeof import('./zh-cn/blocks.ts').blocks
  option: typeof import('./zh-cn/option.ts').option
  session: typeof import('./zh-cn/session.ts').session
  home: typeof import('./zh-cn/home.ts').home
  borrower: typeof import('./zh-cn/borrower.ts').borrower
  apply: typeof import('./zh-cn/apply.ts').apply
  card: typeof import('./zh-cn/card.ts').card
  borrow: typeof import('./zh-cn/borrow.ts').borrow
  lending: typeof import('./zh-cn/lending.ts').lending
  loan: typeof import('./zh-cn/loan.ts').loan
  coupon: typeof import('./zh-cn/coupon.ts').coupon
  repay: typeof import('./zh-cn/repay.ts').repay
  agreement: typeof import('./zh-cn/agreement.ts').agreement
  message: typeof import('./zh-cn/message.ts').message
  messenger: typeof import('./zh-cn/messenger.ts').messenger
  settings: typeof import('./zh-cn/settings.ts').settings
  product: typeof import('./zh-cn/product.ts').product
  capital: typeof import('./zh-cn/capital.ts').capital
  campaign: typeof import('./zh-cn/campaign.ts').campaign
  equity: typeof import('./zh-cn/equity.ts').equity
  authentication: typeof import('./zh-cn/authentication.ts').authentication
  flow: typeof import('./zh-cn/flow.ts').flow
  demo: typeof import('./zh-cn/demo.ts').demo
  service: typeof import('./zh-cn/service.ts').service
  help: typeof import('./zh-cn/help.ts').help
  later: typeof import('./zh-cn/later.ts').later
}
export type Namespace = keyof Resources

/** The same keys, other words: `export const home: Same<typeof zh> = { … }`. */
export type Same<T> = { readonly [K in keyof T]: T[K] extends string ? string : Same<T[K]> }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell'
    resources: Resources
  }
}
