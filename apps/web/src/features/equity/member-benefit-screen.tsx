import { useWords } from '#locales/i18n.ts'
import { useToday } from '#platform/clock.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { equityScreens } from './equity.screens.ts'
import { OrderView } from './order-view.tsx'
import { sampleOrder } from './samples.ts'

/** What an order of benefits looks like. It is a sample and says so; the way on is what is really on sale. */
export function MemberBenefitScreen() {
  const t = useWords('equity')
  const go = useGo()
  return (
    <Page
      footer={
        <Button block onPress={() => go.to(to(equityScreens.order))}>
          {t('seeOnSale')}
        </Button>
      }
    >
      <Note tone="warning">{t('sample')}</Note>
      <OrderView order={sampleOrder((one) => t(`sampleName.${one}`), useToday())} />
    </Page>
  )
}
