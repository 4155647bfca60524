import { Facts } from '#blocks/facts.tsx'
import { useWords } from '#locales/i18n.ts'
import { useBrandFace } from '#platform/brand-face.tsx'
import { Card } from '#ui/card.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Text } from '#ui/text.tsx'
import styles from './capital.module.css'
import type { Partner } from './capital.queries.ts'
import { HandOverPicture } from './pictures.tsx'

/** Who lends, who guarantees, whom to ask. */
export function PartnerHead({ partner }: { partner: Partner }) {
  const t = useWords('capital')
  const face = useBrandFace()
  const roles = [
    { key: 'lends', name: t('role.lends'), who: partner.name },
    { key: 'guarantees', name: t('role.guarantees'), who: partner.guarantor ?? t('role.nobody') },
    { key: 'serves', name: t('role.serves'), who: face.name },
  ]
  return (
    <Card centred>
      <HandOverPicture mark={face.mark} />
      <Text size="lead" as="h2" centred>
        {t('jsd.title', { lender: partner.name })}
      </Text>
      <Text size="small" centred>
        <Facts parts={[t(`lender.type.${partner.type}`), t('role.licence', { licence: partner.licence })]} />
      </Text>
      <dl className={styles.roles}>
        {roles.map(({ key, name, who }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{who}</dd>
          </div>
        ))}
      </dl>
      {partner.servicePhone !== null && (
        <a className={styles.call} href={`tel:${partner.servicePhone}`}>
          {t('role.phone', { phone: partner.servicePhone })}
        </a>
      )}
    </Card>
  )
}

const iconOf: Record<Partner['shares'][number]['purpose'], IconName> = {
  identity: 'idCard',
  creditDecision: 'briefcase',
  contact: 'phone',
  payOut: 'card',
  terms: 'paper',
}

/** Which data would go to the partner, each for what. */
export function GivenCard({ partner }: { partner: Partner }) {
  const t = useWords('capital')
  return (
    <Card rows title={t('jsd.given', { lender: partner.name })}>
      <List label={t('jsd.given', { lender: partner.name })}>
        {partner.shares.map(({ items, purpose }) => (
          <ListRow
            key={purpose}
            icon={iconOf[purpose]}
            title={items.map((item) => t(`item.${item}`)).join(t('and'))}
            note={t('jsd.for', { purpose: t(`purpose.${purpose}`) })}
          />
        ))}
      </List>
    </Card>
  )
}

export function NotGivenCard({ partner }: { partner: Partner }) {
  const t = useWords('capital')
  return (
    <Card>
      <div className={styles.notGiven}>
        <span className={styles.lock}>
          <Icon name="lock" size={20} />
        </span>
        <span>
          <Text strong>{t('jsd.notGiven')}</Text>
          <Text size="quiet">{partner.neverShared.map((item) => t(`never.${item}`)).join(t('and'))}</Text>
        </span>
      </div>
    </Card>
  )
}
