import { equityStatuses } from '@fyh/contract/equity.machine.ts'
import type { ReactNode } from 'react'
import { MoneyText } from '#blocks/money-text.tsx'
import { serviceScreens } from '#features/service/service.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { exactTimeOf, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { SignRow } from '#ui/sign-row.tsx'
import { Tag } from '#ui/tag.tsx'
import { Text } from '#ui/text.tsx'
import { DatesLine } from './dates-line.tsx'
import styles from './equity.module.css'
import type { Order, Package } from './equity.queries.ts'
import { useCardOf, useStatus } from './equity-words.ts'
import { OfLoan } from './of-loan.tsx'
import { GiftPicture } from './pictures.tsx'
import { OrderRights } from './rights.tsx'
import { StateCard } from './state-card.tsx'
import { Vouchers } from './vouchers.tsx'

/** An order of benefits: what it is, where it stands, what is left of it and where its money is. */
export function OrderView({ order, onRefund }: { order: Order; onRefund?: (() => void) | undefined }) {
  const status = useStatus()(order)
  return (
    <>
      <PackageHead of={order.package} tag={<Tag tone={status.tone}>{status.word}</Tag>}>
        <DatesLine order={order} />
      </PackageHead>
      <StateCard order={order} onRefund={onRefund} />
      <Vouchers order={order} />
      <OrderRights order={order} />
      {order.status === equityStatuses.inUse && <RefundNow order={order} />}
      {order.loanId === null ? <NoLoan /> : <OfLoan loanId={order.loanId} />}
      <Numbers order={order} />
    </>
  )
}

/** Name, supplier and price of a package, beside a gift. */
export function PackageHead({ of, tag, children }: { of: Package; tag?: ReactNode; children?: ReactNode }) {
  const t = useWords('equity')
  return (
    <Card>
      <div className={styles.head}>
        <div className={styles.what}>
          <div className={styles.name}>
            <Text as="h2" size="lead">
              {of.name}
            </Text>
            {tag}
          </div>
          <Text size="quiet">{t('suppliedBy', { name: of.supplier.name })}</Text>
          <span className={styles.price}>
            <MoneyText fen={of.priceFen} size="large" />
          </span>
        </div>
        <div className={styles.picture}>
          <GiftPicture />
        </div>
      </div>
      <Text size="quiet">{t('paidOnce')}</Text>
      {children}
    </Card>
  )
}

function RefundNow({ order: { refundableFen, package: bought } }: { order: Order }) {
  const t = useWords('equity')
  const amount = refundableFen === null ? '' : yuan(refundableFen)
  const kind = refundableFen === null ? 'none' : refundableFen === bought.priceFen ? 'full' : 'part'
  return (
    <Card>
      <SignRow sign={<Icon name="refresh" size={20} />}>
        <Text strong figures>
          {t(`refundNow.${kind}`, { amount })}
        </Text>
        {kind !== 'none' && <Text size="quiet">{t(`refundNow.${kind}Body`)}</Text>}
      </SignRow>
    </Card>
  )
}

/** Rule 4: a package is never a condition of a loan. */
export function NoLoan() {
  const t = useWords('equity')
  return (
    <Card>
      <SignRow sign={<Icon name="info" size={20} />} tone="quiet">
        <Text size="quiet">
          <b className={styles.lead}>{t('noLoan.lead')}</b>
          <span>{t('noLoan.rest')}</span>
        </Text>
      </SignRow>
    </Card>
  )
}

function Numbers({ order: { orderNo, boughtAt, payment, package: bought } }: { order: Order }) {
  const t = useWords('equity')
  const go = useGo()
  const card = useCardOf()(payment)
  const isPaid = payment.at !== null && payment.state === 'paid'
  return (
    <Card>
      <Text size="small" figures>
        {t('orderNo', { number: orderNo })}
      </Text>
      <Text size="small" figures>
        {isPaid ? t('paidAt', { at: exactTimeOf(payment.at ?? boughtAt), card }) : t('orderedAt', { at: exactTimeOf(boughtAt) })}
      </Text>
      <div className={styles.contacts}>
        <Button kind="text" onPress={() => go.to(to(serviceScreens.contact))}>
          {t('link.service')}
        </Button>
        <a data-kind="text" className={styles.call} href={`tel:${bought.supplier.phone}`}>
          {t('link.supplier')}
        </a>
      </div>
    </Card>
  )
}
