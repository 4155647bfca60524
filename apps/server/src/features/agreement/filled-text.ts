import { assert, unreachable } from '@fyh/base/assert.ts'
import { formatPercent, formatYuan, ppm, subFen } from '@fyh/base/money.ts'
import { fillPlaceholders } from '@fyh/base/placeholders.ts'
import type { borrow } from '@fyh/contract/borrow.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { methodTraits } from '@fyh/loan-engine/methods.ts'
import type { AgreementText, Paragraph } from './canonical.ts'
import { capitalYuan } from './capital-yuan.ts'
import { costItemNames, dayCountRules, methodNames, useNames } from './figure-words.ts'
import { ruleWords } from './rule-words.ts'

type Quote = DataOf<typeof borrow.quote>
type PlanRow = Quote['plan'][number]
type CostItem = Quote['costSheet']['items'][number]
type Coupon = Quote['costSheet']['coupon']
type Benefit = NonNullable<Quote['costSheet']['benefit']>

/** Everything a loan's texts say about it. Name and number of the borrower are handed in masked, since texts are answered to the page. */
export type LoanFigures = Pick<
  Quote,
  | 'quoteId'
  | 'amountFen'
  | 'periods'
  | 'method'
  | 'use'
  | 'payOutDate'
  | 'annualRatePpm'
  | 'plan'
  | 'totalInterest'
  | 'totalDue'
  | 'costSheet'
> & { borrower: { name: string; idNumber: string } }

/** A text with every placeholder replaced. The same figures always give the same words, so the hash can be made again at any time. */
export function fillText<Text extends AgreementText>(text: Text, figures: LoanFigures): Text {
  const values = valuesOf(figures, text.language)
  const paragraphs = text.paragraphs.flatMap((paragraph) => filledParagraphs(paragraph, { figures, values, language: text.language }))
  return { ...text, paragraphs }
}

function filledParagraphs(
  paragraph: Paragraph,
  { figures, values, language }: { figures: LoanFigures; values: Readonly<Record<string, string>>; language: Language },
): Paragraph[] {
  const { coupon, benefit, items } = figures.costSheet
  if (paragraph.text === '{{plan}}') return figures.plan.map((row) => ({ kind: 'row', text: planLine(row, coupon, language) }))
  if (paragraph.text === '{{costItems}}') {
    const costs = items.flatMap(({ item, ...cost }) => (item === 'benefit' ? [] : [costLine({ item, ...cost }, figures.method, language)]))
    const added = items.flatMap((cost) => (cost.item === 'benefit' && benefit !== null ? [benefitLine(cost, benefit, language)] : []))
    return [...costs, ...added, ...(coupon === null ? [] : [couponLine(coupon, language)])].map((text) => ({ kind: 'row', text }))
  }
  return [{ kind: paragraph.kind, text: fillPlaceholders(paragraph.text, values) }]
}

function valuesOf(figures: LoanFigures, language: Language): Readonly<Record<string, string>> {
  const { costSheet, plan } = figures
  const last = plan.at(-1)
  assert(last !== undefined, 'a plan has periods')
  return {
    quoteNo: String(figures.quoteId),
    borrowerName: figures.borrower.name,
    borrowerIdNumber: figures.borrower.idNumber,
    lender: costSheet.lender,
    lenderLicence: costSheet.lenderLicence,
    amount: formatYuan(figures.amountFen),
    amountWords: capitalYuan(figures.amountFen),
    periods: String(figures.periods),
    payOutDate: figures.payOutDate,
    endDate: last.dueDate,
    use: useNames[language][figures.use],
    method: methodNames[language][figures.method],
    dayCountRule: dayCountRules[language][costSheet.rules.dayCount],
    annualRate: formatPercent(figures.annualRatePpm),
    simpleRate: formatPercent(costSheet.price.simplePpm),
    compoundRate: formatPercent(costSheet.price.compoundPpm),
    totalInterest: formatYuan(figures.totalInterest),
    totalDue: formatYuan(figures.totalDue),
    totalCost: formatYuan(costSheet.totalCost),
    penaltyDay: formatPercent(ppm(costSheet.contingent.penaltyPpmDay), 4),
    graceDays: String(costSheet.contingent.graceDays),
    earlySettlementFee: formatYuan(costSheet.contingent.earlySettlementFee),
    ...ruleWords(figures, language),
  }
}

function planLine(row: PlanRow, coupon: Coupon, language: Language): string {
  const off = coupon?.lines.find(({ period }) => period === row.period)?.amountFen
  if (off === undefined) return plainLine(row, language)
  const left = formatYuan(subFen(row.total, off))
  return {
    'zh-cn': `${plainLine(row, language)}；优惠券减免利息 ${formatYuan(off)} 元，实际应还 ${left} 元`,
    'en-us': `${plainLine(row, language)}; the coupon takes ${formatYuan(off)} yuan off the interest, so ${left} yuan is due`,
  }[language]
}

function plainLine({ period, dueDate, principal, interest, fee, total }: PlanRow, language: Language): string {
  switch (language) {
    case 'zh-cn':
      return `第 ${period} 期 ${dueDate}：应还 ${formatYuan(total)} 元，其中本金 ${formatYuan(principal)}，利息 ${formatYuan(interest)}，费用 ${formatYuan(fee)}`
    case 'en-us':
      return `Period ${period}, ${dueDate}: ${formatYuan(total)} yuan, of which principal ${formatYuan(principal)}, interest ${formatYuan(interest)}, fee ${formatYuan(fee)}`
    default:
      return unreachable(language)
  }
}

function costLine(
  { item, payee, annualRatePpm, amount, annualisedPpm }: CostItem & { readonly item: keyof (typeof costItemNames)[Language] },
  method: Quote['method'],
  language: Language,
): string {
  const isOnOriginal = methodTraits[method].interestOn === 'original'
  const name = costItemNames[language][item]
  if (amount === 0) return { 'zh-cn': `${name}：0.00 元，不收取`, 'en-us': `${name}: 0.00 yuan, not charged` }[language]
  switch (language) {
    case 'zh-cn':
      return `${name}：${formatYuan(amount)} 元，收取方 ${payee}，计费基础为${isOnOriginal ? '借款本金' : '剩余本金'}、年费率 ${formatPercent(annualRatePpm)}%，年化成本 ${formatPercent(annualisedPpm)}%`
    case 'en-us':
      return `${name}: ${formatYuan(amount)} yuan, paid to ${payee}, on the ${isOnOriginal ? 'principal of the loan' : 'principal outstanding'} at ${formatPercent(annualRatePpm)}% a year, annualized cost ${formatPercent(annualisedPpm)}%`
    default:
      return unreachable(language)
  }
}

/** What the coupon takes off, who bears it, and the cost without it. */
function couponLine({ discountFen, bearer, costBefore, priceBefore }: NonNullable<Coupon>, language: Language): string {
  const [off, before, price] = [formatYuan(discountFen), formatYuan(costBefore), formatPercent(priceBefore.simplePpm)]
  switch (language) {
    case 'zh-cn':
      return `优惠券：减免 ${off} 元，由${bearer === 'lender' ? '放款机构' : '平台'}承担；不使用优惠券时综合融资成本为 ${before} 元，年化 ${price}%`
    case 'en-us':
      return `Coupon: ${off} yuan off, borne by the ${bearer}; without it the total cost is ${before} yuan, ${price}% a year`
    default:
      return unreachable(language)
  }
}

/** What the package of benefits is called, who is paid for it, when, and the cost without it. */
function benefitLine({ payee, amount, annualisedPpm }: CostItem, { name, costBefore, priceBefore }: Benefit, language: Language): string {
  const [price, more] = [formatYuan(amount), formatPercent(annualisedPpm)]
  const [before, priceOff] = [formatYuan(costBefore), formatPercent(priceBefore.simplePpm)]
  switch (language) {
    case 'zh-cn':
      return `权益包「${name}」：${price} 元，收取方 ${payee}，您自愿购买，按一份收取，放款后从收款银行卡一次扣款，年化成本 ${more}%；不购买时综合融资成本为 ${before} 元，年化 ${priceOff}%`
    case 'en-us':
      return `Benefits, ${name}: ${price} yuan, paid to ${payee}, bought of your own choice, one package, debited once from the receiving card after the payout, annualized cost ${more}%; without it the total cost is ${before} yuan, ${priceOff}% a year`
    default:
      return unreachable(language)
  }
}
