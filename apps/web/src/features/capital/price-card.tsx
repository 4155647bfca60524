import { useState } from 'react'
import { PlanTable } from '#blocks/plan-table.tsx'
import { PriceSheet } from '#blocks/price-sheet.tsx'
import { useWords } from '#locales/i18n.ts'
import { exactRate, rate, rateRange, wholeYuan, yuan } from '#platform/format.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { Stack, Text } from '#ui/text.tsx'
import type { ProductPage, WorkedLoan } from './capital.queries.ts'
import { PriceScale } from './price-scale.tsx'

type Props = {
  readonly page: ProductPage
  readonly price: NonNullable<ProductPage['price']>
  readonly periods: number
  readonly onPeriods: (periods: number) => void
}

/** What it costs: the range of all-in prices as a scale, and the cheapest, the own and the dearest loan worked out. A row opens its plan. */
export function PriceCard({ page, price, periods, onPeriods }: Props) {
  const t = useWords('product')
  const option = useWords('option')
  const [open, setOpen] = useState<WorkedLoan>()
  const { loans, principal } = page.worked
  const own = loans.find(({ which }) => which === 'own')
  const ownTag = page.ownPrice === null ? undefined : <Tag>{t('product.ownPrice', { range: rateRange(page.ownPrice) })}</Tag>
  return (
    <Card title={t('product.price')} extra={ownTag}>
      <Stack gap={3}>
        <PriceScale range={price} own={own?.price.simplePpm} />
        <Segmented
          label={t('product.term')}
          value={page.periods.find((one) => one === periods)}
          options={[...page.periods].sort((one, other) => one - other).map((value) => ({ value, label: option(`period.${value}`) }))}
          onChange={onPeriods}
        />
        <WorkedTable page={page} onOpen={setOpen} />
        <Text size="small">{t('product.workedNote', { principal: wholeYuan(principal) })}</Text>
      </Stack>
      {open !== undefined && <LoanSheet loan={open} page={page} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}

function WorkedTable({ page, onOpen }: { page: ProductPage; onOpen: (loan: WorkedLoan) => void }) {
  const t = useWords('product')
  const capital = useWords('capital')
  const option = useWords('option')
  const { loans, principal, periods } = page.worked
  if (loans.length === 0) return <Text size="quiet">{t('product.noLoan')}</Text>
  return (
    <Table
      label={t('product.worked', { principal: wholeYuan(principal), periods })}
      columns={[
        { key: 'which', head: t('product.worked', { principal: wholeYuan(principal), periods }) },
        { key: 'each', head: t('product.each'), whole: true },
        { key: 'interest', head: capital('cost.interest'), whole: true },
        { key: 'compound', head: t('product.compound'), whole: true },
      ]}
      rows={loans.map((loan) => ({
        key: loan.which,
        marked: loan.which === 'own',
        weight: loan.which === 'own' ? ('strong' as const) : undefined,
        onPress: () => onOpen(loan),
        cells: [
          <span key="which">
            <span>{t(`product.which.${loan.which}`, { rate: rate(loan.price.simplePpm) })}</span>
            <small>{option(`repayMethod.${loan.method}`)}</small>
          </span>,
          <Instalments key="each" loan={loan} />,
          yuan(loan.totalInterest),
          exactRate(loan.price.compoundPpm),
        ],
      }))}
    />
  )
}

/** The first instalment, and the last where it is another by more than rounding. */
function Instalments({ loan: { plan } }: { loan: WorkedLoan }) {
  const t = useWords('product')
  const [first, last] = [plan[0], plan[plan.length - 1]]
  if (first === undefined || last === undefined) return null
  const differs = Math.abs(first.total - last.total) > plan.length
  return (
    <span>
      <span>{yuan(first.total)}</span>
      {differs && <small>{t('product.lastInstalment', { amount: yuan(last.total) })}</small>}
    </span>
  )
}

function LoanSheet({ loan, page, onClose }: { loan: WorkedLoan; page: ProductPage; onClose: () => void }) {
  const t = useWords('product')
  const capital = useWords('capital')
  const option = useWords('option')
  const [how, setHow] = useState(false)
  const { principal, periods } = page.worked
  return (
    <Sheet open title={t('product.worked', { principal: wholeYuan(principal), periods })} onClose={onClose}>
      <Stack gap={3}>
        <KeyValueList>
          <KeyValue name={t('product.lender')} value={loan.lender} />
          <KeyValue name={t('product.method')} value={option(`repayMethod.${loan.method}`)} />
          <KeyValue name={t('product.contractRate')} value={exactRate(loan.annualRatePpm)} short />
          <KeyValue name={capital('cost.simple')} value={exactRate(loan.price.simplePpm)} short onPress={() => setHow(true)} />
          <KeyValue name={t('product.totalDue')} value={yuan(loan.totalDue)} short strong />
        </KeyValueList>
        <PlanTable rows={loan.plan} />
        <Button kind="quiet" block onPress={onClose}>
          {t('product.close')}
        </Button>
      </Stack>
      {how && <PriceSheet received={principal} from={page.today} paid={loan.plan} price={loan.price} onClose={() => setHow(false)} />}
    </Sheet>
  )
}
