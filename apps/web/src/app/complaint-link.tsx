import { useParams } from 'react-router'
import { serviceScreens } from '#features/service/service.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { idOf, type ScreenMeta, to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import styles from './complaint-link.module.css'

/** The way to complain at the end of a screen about money; a complaint takes the loan along that the screen is about. */
export function ComplaintLink({ where, about }: { where: ScreenMeta['aboutMoney']; about: number | 'noLoan' | undefined }) {
  const t = useWords('blocks')
  const go = useGo()
  const { id } = useParams()
  const search = useAddressQuery()
  if (where === 'pageOnly' && about === undefined) return null
  const loanId = where === 'path' ? idOf(id) : where === 'query' ? idOf(search.get('loanId')) : about === 'noLoan' ? undefined : about
  return (
    <aside className={styles.end}>
      <Button kind="text" onPress={() => go.to(to(serviceScreens.feedback, undefined, { kind: 'complaint', loanId }))}>
        {t('complain')}
      </Button>
    </aside>
  )
}
