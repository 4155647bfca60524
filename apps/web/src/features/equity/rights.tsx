import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import type { Package } from './equity.queries.ts'

/** The rights of a package: what each is worth and, of an order, how many are left. `onUse` makes a row a button. */
export function Rights(props: {
  rights: Package['rights']
  left?: readonly { readonly rightCode: string; readonly count: number }[] | undefined
  onUse?: ((rightCode: string) => void) | undefined
}) {
  const { rights, left, onUse } = props
  const t = useWords('equity')
  return (
    <Card rows title={t('rights.title', { count: rights.length })}>
      <List label={t('rights.title', { count: rights.length })}>
        {rights.map(({ rightCode, name, count, unitFen }) => {
          const rest = left?.find((one) => one.rightCode === rightCode)?.count
          return (
            <ListRow
              key={rightCode}
              title={name}
              note={t('rights.unit', { amount: yuan(unitFen) })}
              value={rest === undefined ? t('rights.count', { count }) : t('rights.left', { left: rest, count })}
              onPress={onUse !== undefined && rest !== undefined && rest > 0 ? () => onUse(rightCode) : undefined}
            />
          )
        })}
      </List>
    </Card>
  )
}
