import { useReadingTime } from '#blocks/reading-time.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { whole } from '#ui/whole.tsx'
import type { Home } from './borrower-home.tsx'
import styles from './overdue-warning.module.css'

const secondsToRead = 3

type Props = { home: Pick<Home, 'penaltyTomorrowFen'>; isInGrace: boolean; isForced: boolean; onClose: () => void }

/** What being overdue leads to. `isForced` keeps it open for three seconds, the first time it is shown. */
export function OverdueWarning({ home, isInGrace, isForced, onClose }: Props) {
  const t = useWords('borrower')
  const { seconds } = useReadingTime(isForced ? secondsToRead : 0)
  const { penaltyTomorrowFen } = home
  const fee =
    penaltyTomorrowFen > 0 ? t('warning.fee', { amount: yuan(penaltyTomorrowFen) }) : t(isInGrace ? 'warning.grace' : 'warning.noFee')
  return (
    <Sheet
      open
      title={t('warning.title')}
      closable={seconds === 0}
      onClose={onClose}
      footer={
        <Button block disabled={seconds > 0} onPress={onClose}>
          {seconds > 0 ? t('warning.wait', { seconds }) : t('warning.read')}
        </Button>
      }
    >
      <ul className={styles.points}>
        {[fee, t('warning.debit'), t('warning.borrow'), t('warning.lost'), t('warning.credit'), t('warning.help')].map((text) => (
          <li key={text} className={styles.point}>
            {whole(text)}
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
