import { useState } from 'react'
import { OptionRow } from '#blocks/option-row.tsx'
import { useRuleWords } from '#blocks/rule-words.ts'
import { useWords } from '#locales/i18n.ts'
import { dayRate, exactRate, rate, rateRange } from '#platform/format.ts'
import { Card } from '#ui/card.tsx'
import { KeyValueList } from '#ui/key-value.tsx'
import { Note } from '#ui/note.tsx'
import { Table } from '#ui/table.tsx'
import { Stack } from '#ui/text.tsx'
import type { ProductPage, ProductTerms } from './capital.queries.ts'

/** Every fee as a row, zeros included, by the rules of one product; lenders differ, so the product can be chosen. */
export function FeeCard({ page }: { page: ProductPage }) {
  const t = useWords('product')
  const capital = useWords('capital')
  const option = useWords('option')
  const offers = page.lenders.flatMap((lender) => lender.products.map((product) => ({ lender, product })))
  const ownId = page.worked.loans.find(({ which }) => which === 'own')?.productId
  const [chosen, setChosen] = useState<string>()
  const offer = offers.find(({ product }) => String(product.productId) === (chosen ?? String(ownId))) ?? offers[0]
  if (offer === undefined) return null
  const { product } = offer
  const shown = product.ownRatePpm === null ? rateRange(product.rate) : exactRate(product.ownRatePpm)
  return (
    <Card title={capital('cost.fees')} extra={t(product.ownRatePpm === null ? 'fees.byRange' : 'fees.byOwn', { rate: shown })}>
      <Stack gap={2}>
        <KeyValueList>
          <OptionRow
            name={t('fees.product')}
            value={String(product.productId)}
            options={offers.map(({ lender, product: one }) => ({
              value: String(one.productId),
              label: option(`repayMethod.${one.method}`),
              note: lender.name,
            }))}
            onChange={setChosen}
          />
        </KeyValueList>
        <FeeTable product={product} shownRate={shown} />
        <Note tone="positive">{capital('cost.nothingElse')}</Note>
      </Stack>
    </Card>
  )
}

function FeeTable({ product, shownRate }: { product: ProductTerms; shownRate: string }) {
  const t = useWords('product')
  const capital = useWords('capital')
  const lending = useWords('lending')
  const words = useRuleWords()
  const { rules, penalty, method } = product
  const [none, zero] = [t('base:dash'), '0.00']
  const settleFee = rules.earlySettlementFeePpm
  const periods = product.periods[0] ?? 12
  const perDay =
    penalty.ownPpmDay === null
      ? t('base:range', { from: dayRate(penalty.fromPpmDay), to: dayRate(penalty.toPpmDay) })
      : dayRate(penalty.ownPpmDay)
  const settleNotes =
    settleFee > 0 && rules.earlySettlementFreeDays > 0 ? [lending('settle.freeDays', { days: rules.earlySettlementFreeDays })] : []
  return (
    <Table
      label={capital('cost.fees')}
      columns={[
        { key: 'item', head: t('fees.item') },
        { key: 'payee', head: t('fees.payee'), whole: true },
        { key: 'how', head: t('fees.how') },
      ]}
      rows={[
        { key: 'interest', cells: [t('fees.interest'), t('fees.lender'), words.basis({ method, periods, annualRate: shownRate, rules })] },
        { key: 'service', cells: [t('fees.service'), none, zero] },
        { key: 'prepay', cells: [lending('prepay'), none, zero] },
        {
          key: 'settle',
          cells: [
            lending('early'),
            settleFee === 0 ? none : t('fees.lender'),
            settleFee === 0 ? zero : <Noted key="settle" text={lending('settle.fee', { rate: rate(settleFee) })} notes={settleNotes} />,
          ],
        },
        {
          key: 'late',
          cells: [
            <Noted key="late" text={lending('late')} notes={[t('fees.onlyLate')]} />,
            t('fees.lender'),
            <Noted key="how" text={lending('lateValue', { rate: perDay })} notes={words.penalty(rules).slice(1)} />,
          ],
        },
      ]}
    />
  )
}

function Noted({ text, notes }: { text: string; notes: readonly string[] }) {
  return (
    <span>
      <span>{text}</span>
      {notes.map((note) => (
        <small key={note}>{note}</small>
      ))}
    </span>
  )
}
