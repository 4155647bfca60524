import { capitalScreens } from '#features/capital/capital.screens.ts'
import { serviceScreens } from '#features/service/service.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { rate, wholeYuan, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { pageFact } from '#platform/page-facts.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { Table } from '#ui/table.tsx'
import { Text } from '#ui/text.tsx'
import styles from './extend-screen.module.css'
import type { Landing } from './flow.queries.ts'

type Example = NonNullable<Landing['example']>

/** What one sum costs at the cheapest and at the dearest price. */
export function ExampleCard({ example: { principal, periods, lowest, highest } }: { example: Example }) {
  const t = useWords('flow')
  const go = useGo()
  const title = t('extend.exampleTitle', { principal: wholeYuan(principal), periods })
  const row = (key: 'lowest' | 'highest', { annualRatePpm, instalment, interest }: Example['lowest']) => ({
    key,
    cells: [t(`extend.${key}`, { rate: rate(annualRatePpm) }), yuan(instalment), yuan(interest)],
  })
  return (
    <Card
      title={title}
      extra={
        <Button kind="text" onPress={() => go.to(to(capitalScreens.product))}>
          {t('extend.fees')}
        </Button>
      }
    >
      <Table
        label={title}
        columns={[
          { key: 'rate', head: t('extend.headRate') },
          { key: 'instalment', head: t('extend.headInstalment'), whole: true },
          { key: 'interest', head: t('extend.headInterest'), whole: true },
        ]}
        rows={[row('lowest', lowest), row('highest', highest)]}
      />
      <Text size="small">{t('extend.exampleNote')}</Text>
    </Card>
  )
}

export function LendersCard({ lenders }: { lenders: readonly string[] }) {
  const t = useWords('flow')
  const [lender = ''] = lenders
  return (
    <Card>
      <div className={styles.lenders}>
        <span className={styles.mark}>
          <Icon name="bank" size={22} />
        </span>
        <Text size="quiet">
          {lenders.length > 1 ? t('extend.lendersMany', { lender, count: lenders.length }) : t('extend.lendersOne', { lender })}
        </Text>
      </div>
    </Card>
  )
}

/** Whom to call, and where a complaint goes. */
export function ServiceLinks() {
  const t = useWords('flow')
  const go = useGo()
  const phone = pageFact('service-phone')
  return (
    <div className={styles.links}>
      {phone !== undefined && (
        <a className={styles.link} href={`tel:${phone}`}>
          {t('extend.call')}
        </a>
      )}
      <Button kind="text" onPress={() => go.to(to(serviceScreens.contact))}>
        {t('extend.complain')}
      </Button>
    </div>
  )
}
