import { useWords } from '#locales/i18n.ts'
import { copyText } from '#platform/copy-text.ts'
import { dateTimeOf } from '#platform/format.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'
import styles from './equity.module.css'
import type { Order } from './equity.queries.ts'

/** The vouchers of an order, newest first, each with a way to copy its code. */
export function Vouchers({ order: { uses, package: bought } }: { order: Order }) {
  const t = useWords('equity')
  if (uses.length === 0) return null
  const copy = async (voucher: string) => toast(t((await copyText(voucher)) ? 'copied' : 'copyFailed'))
  return (
    <Card rows title={t('vouchers')}>
      <ul className={styles.rights} aria-label={t('vouchers')} aria-live="polite">
        {[...uses].reverse().map(({ useId, rightCode, state, voucher, at }) => (
          <li key={useId} className={styles.voucher}>
            <div>
              <Text size="quiet">{bought.rights.find((right) => right.rightCode === rightCode)?.name ?? rightCode}</Text>
              {voucher !== null && <span className={styles.code}>{voucher}</span>}
              <Text size="small" figures>
                {voucher === null ? t(`use.${state}`) : t('voucherFrom', { at: dateTimeOf(at) })}
              </Text>
            </div>
            {voucher !== null && (
              <Button kind="text" label={t('copyOf', { voucher })} onPress={() => copy(voucher)}>
                {t('copy')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
