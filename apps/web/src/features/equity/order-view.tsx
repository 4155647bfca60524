import { equityStatuses } from '@fyh/contract/equity.machine.ts'
import type { ReactNode } from 'react'
import { MoneyText } from '#blocks/money-text.tsx'
import { useWords } from '#locales/i18n.ts'
import { dateTimeOf, yuan } from '#platform/format.ts'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Note } from '#ui/note.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { Spread, Stack, Text } from '#ui/text.tsx'
import type { Order } from './equity.queries.ts'
import { OfLoan } from './of-loan.tsx'
import { GiftPicture } from './pictures.tsx'
import { Rights } from './rights.tsx'

const tones: Readonly<Record<number, Tone>> = { 1: 'warning', 2: 'negative', 3: 'positive', 4: 'quiet', 5: 'warning', 6: 'positive' }
const names = ['activating', 'activationFailed', 'inUse', 'expired', 'refunding', 'refunded'] as const
export const nameOf = ({ status }: Pick<Order, 'status'>) => names[status - 1] ?? 'activating'

/** An order of benefits: what it is, where it stands, what is left and where its money is. */
export function OrderView({
  order,
  onUse,
  children,
}: {
  order: Order
  onUse?: ((rightCode: string) => void) | undefined
  children?: ReactNode
}) {
  const t = useWords('equity')
  const { refund, uses } = order
  return (
    <>
      <Card title={order.package.name} extra={<Tag tone={tones[order.status]}>{t(`status.${nameOf(order)}`)}</Tag>}>
        <Spread>
          <Stack gap={2}>
            <Text size="quiet">{t('suppliedBy', { name: order.package.supplier.name })}</Text>
            <MoneyText fen={order.package.priceFen} />
            <Text>{t('paidOnce')}</Text>
            {order.lastDay !== null && <Text figures>{t('validUntil', { day: order.lastDay })}</Text>}
          </Stack>
          <GiftPicture />
        </Spread>
      </Card>
      {order.status === equityStatuses.activationFailed && (
        <Note tone="negative">{t(order.payment.paidFen === 0 && refund === null ? 'failedUnpaid' : 'failedPaid')}</Note>
      )}
      {refund !== null && (
        <Note tone={refund.state === 'failed' ? 'negative' : refund.state === 'arrived' ? 'positive' : 'warning'} live>
          {t(`refund.${refund.state}`, { amount: yuan(refund.amountFen), tail: refund.cardTail, at: dateTimeOf(refund.at) })}
        </Note>
      )}
      <Rights rights={order.package.rights} left={order.left} onUse={onUse} />
      {uses.length > 0 && (
        <Card rows title={t('vouchers')}>
          <List label={t('vouchers')}>
            {uses.map(({ useId, rightCode, state, voucher, at }) => (
              <ListRow
                key={useId}
                title={order.package.rights.find((right) => right.rightCode === rightCode)?.name ?? rightCode}
                note={dateTimeOf(at)}
                value={voucher ?? t(`use.${state}`)}
              />
            ))}
          </List>
        </Card>
      )}
      {order.loanId === null ? <Note>{t('noLoan')}</Note> : <OfLoan loanId={order.loanId} />}
      <Card rows>
        <KeyValueList>
          <KeyValue name={t('orderNo')} value={order.orderNo} />
          <KeyValue name={t('boughtAt')} value={dateTimeOf(order.boughtAt)} />
          <KeyValue name={t('card')} value={t('cardTail', { tail: order.payment.cardTail })} />
          <KeyValue name={t('supplierPhone')} value={order.package.supplier.phone} />
        </KeyValueList>
      </Card>
      {children}
    </>
  )
}
