import type { Fen } from '@fyh/base/money.ts'
import type { CouponObstacle, CouponRule, CouponTerms } from '@fyh/contract/coupon-shapes.ts'
import { useWords } from '#locales/i18n.ts'
import { dayOf, wholeYuan, yuan } from '#platform/format.ts'

type Titled = { readonly use: CouponTerms['use']; readonly rule: CouponRule }
type Terms = Omit<CouponTerms, 'productIds'>

/** An amount as short as it is exact: without decimals where it is whole yuan. */
export const shortYuan = (amount: Fen): string => (amount % 100 === 0 ? wholeYuan(amount) : yuan(amount))

/** The last day of a coupon that ends at a moment: that is midnight after it. */
export const lastDayOf = (expiresAt: string): string => dayOf(new Date(Date.parse(expiresAt) - 1).toISOString())

/** What a coupon is called and on which conditions it can be used. */
export function useCouponWords() {
  const t = useWords('coupon')
  const title = ({ use, rule }: Titled): string => {
    switch (rule.kind) {
      case 'interestPercent':
        return t('rule.interestPercent', { percent: rule.percent, instalments: rule.instalments })
      case 'interestFreeDays':
        return t('rule.interestFreeDays', { days: rule.days })
      case 'amountOff':
        return t(use === 'borrow' ? 'rule.amountOffBorrow' : 'rule.amountOffRepay', { amount: shortYuan(rule.amountFen) })
    }
  }
  const conditions = ({ use, rule, minFen, periods, perLoanMax, bearer }: Terms, lenders: readonly string[] | null = null): string[] => [
    ...(minFen === 0 ? [] : [t(use === 'borrow' ? 'minBorrow' : 'minRepay', { amount: shortYuan(minFen) })]),
    ...('maxFen' in rule && rule.maxFen !== null ? [t('most', { amount: shortYuan(rule.maxFen) })] : []),
    ...(periods === null ? [] : [t('periods', { periods: periods.join(t('periodsAnd')) })]),
    ...(lenders === null || lenders.length === 0 ? [] : [t('lenders', { lenders: lenders.join(t('lendersAnd')) })]),
    ...(use === 'repay' ? [t('perLoan', { count: perLoanMax })] : []),
    t(`bearer.${bearer}`),
  ]
  const obstacle = (why: CouponObstacle, { minFen }: Pick<CouponTerms, 'minFen'>): string =>
    t(`obstacle.${why}`, { amount: shortYuan(minFen) })
  return { title, conditions, obstacle }
}
