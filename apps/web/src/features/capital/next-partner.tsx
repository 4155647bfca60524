import { subFen } from '@fyh/base/money.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { exactRate, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQueryClient } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Card } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.tsx'
import { useOnce } from '#ui/press.ts'
import { Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { Text } from '#ui/text.tsx'
import { type Application, isUnderWay, type PartnerResult, useMovingOn, useStopping } from './capital.queries.ts'
import { capitalScreens } from './capital.screens.ts'

type Next = NonNullable<PartnerResult['next']>
type Props = {
  readonly next: Next
  readonly worked: PartnerResult['worked']
  readonly lender: string
  /** The application is still under way: moving on is instead of waiting. */
  readonly waits: boolean
}

/** What the same loan costs at the next partner, beside this one. */
export function NextPartner({ next, worked, lender, waits }: Props) {
  const t = useWords('capital')
  const title = t(waits ? 'result.next' : 'result.nextAfter')
  const other = next.worked
  return (
    <Card title={title} extra={<Tag>{t('result.optional')}</Tag>}>
      {worked === null || other === null ? (
        <Text>{next.name}</Text>
      ) : (
        <Table
          label={title}
          columns={[
            { key: 'what', head: '', whole: true },
            { key: 'this', head: lender },
            { key: 'next', head: next.name },
          ]}
          rows={[
            { key: 'each', cells: [t('jsd.first'), yuan(worked.instalmentFen), yuan(other.instalmentFen)] },
            {
              key: 'interest',
              cells: [
                t('cost.interest'),
                yuan(worked.totalInterestFen),
                <span key="next">
                  <span>{yuan(other.totalInterestFen)}</span>
                  {other.totalInterestFen > worked.totalInterestFen && (
                    <small>{t('result.more', { amount: yuan(subFen(other.totalInterestFen, worked.totalInterestFen)) })}</small>
                  )}
                </span>,
              ],
            },
            { key: 'price', cells: [t('cost.simple'), exactRate(worked.simplePpm), exactRate(other.simplePpm)] },
          ]}
        />
      )}
    </Card>
  )
}

/** Moving on cancels first what may still be approved, so that one wish never ends as two loans; stopping asks before it cancels. */
export function useMoving(application: Application) {
  const t = useWords('capital')
  const go = useGo()
  const client = useQueryClient()
  const moving = useMovingOn()
  const stopping = useStopping()
  const { applicationId, name } = application
  const again = () => client.invalidateQueries({ queryKey: ['capital'] })
  const moveOn = useOnce(async () => {
    const asks = isUnderWay(application) || application.status === 'approved' || application.status === 'incomplete'
    if (asks && !(await confirm({ title: t('result.moveTitle'), body: t('result.moveBody', { lender: name }) }))) return
    try {
      const { application: left, next } = await moving.mutateAsync(applicationId)
      if (!isUnderWay(left)) go.replace(to(capitalScreens.jsd, undefined, { capitalId: next.capitalId }))
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      await again()
    }
  })
  const stop = useOnce(async () => {
    if (!(await confirm({ title: t('result.stopTitle'), body: t('result.stopBody', { lender: name }) }))) return
    try {
      await stopping.mutateAsync(applicationId)
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      await again()
    }
  })
  return { moveOn, stop }
}
