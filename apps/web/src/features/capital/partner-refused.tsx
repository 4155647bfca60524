import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'
import { matchLook, type Partner } from './capital.queries.ts'
import { capitalScreens } from './capital.screens.ts'
import { OwnLenders } from './not-taken.tsx'

/** After "I don't agree": nothing went anywhere, and these are the other ways. */
export function Refused({ partner, onBack }: { partner: Partner; onBack: () => void }) {
  const t = useWords('capital')
  const go = useGo()
  const match = useQuery(matchLook({}))
  const isOther = ({ capitalId }: { readonly capitalId: number }) => capitalId !== partner.capitalId
  const matching = (match.data?.others ?? []).filter(({ reasons }) => reasons.some(({ code }) => code === 'matches'))
  const other = [match.data?.hit ?? undefined, ...matching].find((one) => one !== undefined && isOther(one))
  return (
    <Page
      footer={
        <>
          {other !== undefined && (
            <Button kind="quiet" block onPress={() => go.replace(to(capitalScreens.jsd, undefined, { capitalId: other.capitalId }))}>
              {t('jsd.seeOther')}
            </Button>
          )}
          <OwnLenders />
        </>
      }
    >
      <div role="status">
        <Empty
          icon="lock"
          title={t('jsd.refused')}
          action={
            <Button kind="text" onPress={onBack}>
              {t('jsd.lookAgain')}
            </Button>
          }
        >
          {t('jsd.refusedBody', { lender: partner.name })}
        </Empty>
      </div>
    </Page>
  )
}
