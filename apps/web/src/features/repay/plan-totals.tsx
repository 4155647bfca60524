import { addFen, type Fen, zeroFen } from '@fyh/base/money.ts'
import { useWords } from '#locales/i18n.ts'
import { exactRate, yuan } from '#platform/format.ts'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import type { LoanDetail } from './repay.queries.ts'

/** What all periods charge together, by part and by who receives it, and the yearly price. */
export function PlanTotals({ loan }: { loan: LoanDetail }) {
  const t = useWords('repay')
  const blocks = useWords('blocks')
  const coupons = useWords('coupon')
  const sum = (of: (row: LoanDetail['plan'][number]) => Fen) => addFen(zeroFen, ...loan.plan.map(of))
  const [fee, penalty] = [sum((row) => row.fee), sum((row) => row.penalty)]
  const off = addFen(zeroFen, ...loan.coupons.map(({ discountFen }) => discountFen))
  return (
    <Card title={t('plan.totals')} rows>
      <KeyValueList>
        <KeyValue name={blocks('explain.principal')} value={yuan(sum((row) => row.principal))} short />
        <KeyValue
          name={blocks('explain.interest')}
          value={yuan(sum((row) => row.interest))}
          note={t('plan.payee', { payee: loan.lender })}
        />
        <KeyValue name={blocks('explain.fee')} value={yuan(fee)} note={fee === 0 ? undefined : t('plan.payee', { payee: loan.lender })} />
        {penalty > 0 && <KeyValue name={blocks('explain.penalty')} value={yuan(penalty)} note={t('plan.payee', { payee: loan.lender })} />}
        {off > 0 && <KeyValue name={coupons('pick')} value={coupons('minus', { amount: yuan(off) })} note={t('plan.couponIn')} />}
        <KeyValue
          name={blocks('explain.total')}
          value={yuan(
            addFen(
              sum((row) => row.total),
              penalty,
            ),
          )}
          strong
          short
        />
        <KeyValue name={t('plan.price')} value={exactRate(loan.price.simplePpm)} short />
      </KeyValueList>
    </Card>
  )
}
