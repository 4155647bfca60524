import { borrowScreens } from '#features/borrow/borrow.screens.ts'
import { homeScreens } from '#features/home/home.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import type { Partner } from './capital.queries.ts'
import { capitalScreens } from './capital.screens.ts'
import { useReasonWords } from './partner-words.ts'

/** A partner that takes no application of this borrower now: why, and where else to go. */
export function NotTaken({ partner, why }: { partner?: Partner; why?: string }) {
  const t = useWords('capital')
  const go = useGo()
  const reasonOf = useReasonWords()
  const other = partner?.otherCapitalId ?? undefined
  const reasons = (partner?.reasons ?? []).filter(({ code }) => code !== 'matches' && code !== 'laterInOrder')
  return (
    <Page
      footer={
        <>
          {other !== undefined && (
            <Button block onPress={() => go.replace(to(capitalScreens.jsd, undefined, { capitalId: other }))}>
              {t('jsd.seeOther')}
            </Button>
          )}
          <OwnLenders />
        </>
      }
    >
      <Empty
        icon="bank"
        title={partner === undefined ? t('jsd.notListed') : t('jsd.notTaken', { lender: partner.name })}
        action={
          <Button kind="text" onPress={() => go.to(to(homeScreens.home))}>
            {t('toHome')}
          </Button>
        }
      >
        {why ?? t('jsd.notTakenBody')}
      </Empty>
      {reasons.length > 0 && (
        <Card title={t('jsd.why')}>
          <Stack gap={2}>
            {reasons.map((reason) => (
              <Text key={reason.code} figures>
                {reasonOf(reason)}
              </Text>
            ))}
          </Stack>
        </Card>
      )}
    </Page>
  )
}

/** The way to the lenders that need no consent of their own. */
export function OwnLenders() {
  const t = useWords('capital')
  const go = useGo()
  return (
    <Button kind="quiet" block onPress={() => go.to(to(borrowScreens.borrowMoney))}>
      {t('jsd.ownLenders')}
    </Button>
  )
}
