import { equityStatuses } from '@fyh/contract/equity.machine.ts'
import type { ReactNode } from 'react'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { Card } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { whole } from '#ui/whole.tsx'
import styles from './equity.module.css'
import type { Order, Package, Right } from './equity.queries.ts'
import { RightIcon } from './right-icon.tsx'

/** More of one right than this are counted in words alone. */
const dotsMax = 8

/** What a package holds: each right with its count and what one of it is worth. */
export function OfferedRights({ rights }: Pick<Package, 'rights'>) {
  const t = useWords('equity')
  const title = t('rights.title', { count: rights.length })
  return (
    <Card rows title={title}>
      <ul className={styles.rights} aria-label={title}>
        {rights.map((right) => (
          <li key={right.rightCode}>
            <div className={styles.right}>
              <RightName right={right} note={t('rights.count', { count: right.count, amount: yuan(right.unitFen) })} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The rights of an order: what is left of each as long as any can be used, or will be. */
export function OrderRights({ order }: { order: Order }) {
  const t = useWords('equity')
  const { rights } = order.package
  const used = rights.reduce((sum, { count, rightCode }) => sum + count - leftOf(order, rightCode), 0)
  const title = t('rights.title', { count: rights.length })
  const isOpen = order.status === equityStatuses.activating || order.status === equityStatuses.inUse
  return (
    <Card rows title={title} extra={used > 0 ? t('rights.used', { count: used }) : isOpen ? t('rights.noneUsed') : undefined}>
      <ul className={styles.rights} aria-label={title}>
        {rights.map((right) => {
          const left = leftOf(order, right.rightCode)
          return (
            <li key={right.rightCode}>
              <div className={styles.right}>
                <RightName right={right} note={t(isOpen ? 'rights.left' : 'rights.all', { left, count: right.count })} />
                {isOpen && <Dots left={left} count={right.count} />}
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** The rights of which some are left, each a button. */
export function UsableRights({ order, onChoose }: { order: Order; onChoose: (right: Right) => Promise<void> }) {
  const t = useWords('equity')
  return (
    <ul className={styles.rights} aria-label={t('chooseRight')}>
      {order.package.rights
        .filter(({ rightCode }) => leftOf(order, rightCode) > 0)
        .map((right) => (
          <li key={right.rightCode}>
            <button type="button" className={styles.right} onClick={() => onChoose(right)}>
              <RightName right={right} note={t('rights.left', { left: leftOf(order, right.rightCode), count: right.count })} />
              <span className={styles.go}>
                <Icon name="forward" size={16} />
              </span>
            </button>
          </li>
        ))}
    </ul>
  )
}

export const leftOf = ({ left }: Pick<Order, 'left'>, rightCode: string): number =>
  left.find((one) => one.rightCode === rightCode)?.count ?? 0

function RightName({ right: { icon, name }, note }: { right: Right; note: ReactNode }) {
  return (
    <>
      <span className={styles.tile}>
        <RightIcon icon={icon} />
      </span>
      <span>
        <span>{whole(name)}</span>
        <small className={styles.note}>{whole(note)}</small>
      </span>
    </>
  )
}

function Dots({ left, count }: { left: number; count: number }) {
  if (count > dotsMax) return null
  return (
    <span className={styles.dots} aria-hidden="true">
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
        <i key={place} className={classes(place < left && styles.left)} />
      ))}
    </span>
  )
}
