import { borrowScreens } from '#features/borrow/borrow.screens.ts'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { dateTimeOf, wholeYuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { Text } from '#ui/text.tsx'
import styles from './capital.module.css'
import { type Application, isUnderWay, type PartnerResult } from './capital.queries.ts'
import { capitalScreens } from './capital.screens.ts'
import { NextPartner, useMoving } from './next-partner.tsx'
import { useRefusalWords } from './partner-words.ts'
import { ResultPicture } from './pictures.tsx'
import { Progress } from './result-progress.tsx'
import { useGoingOn } from './use-agreeing.ts'
import { WaitScale } from './wait-scale.tsx'

type Props = { readonly application: Application; readonly result: PartnerResult }

/** One state of an application: what has happened, what comes next, and the one thing to do about it. */
export function Outcome({ application, result }: Props) {
  return (
    <Page footer={<Acts application={application} result={result} />}>
      <Head application={application} />
      <Progress application={application} steps={result.steps} />
      {result.canMoveOn && result.next !== null && (
        <NextPartner next={result.next} worked={result.worked} lender={application.name} waits={isUnderWay(application)} />
      )}
    </Page>
  )
}

const toneOf: Record<Application['status'], 'done' | 'waiting' | 'warning' | 'failed'> = {
  filling: 'warning',
  submitted: 'waiting',
  reviewing: 'waiting',
  incomplete: 'warning',
  unknown: 'warning',
  approved: 'done',
  cancelling: 'waiting',
  stopped: 'failed',
  unreached: 'warning',
  refused: 'failed',
  cancelled: 'failed',
  lapsed: 'failed',
  declining: 'waiting',
  declined: 'failed',
  taken: 'done',
}

function Head({ application }: { application: Application }) {
  const t = useWords('capital')
  const refusalOf = useRefusalWords()
  const { status, name, amountFen, periods, approvedFen, validUntil, missingUntil, fillUntil, reason, opensAt } = application
  const values = {
    lender: name,
    amount: wholeYuan(amountFen),
    approved: wholeYuan(approvedFen ?? amountFen),
    until: validUntil === null ? '' : dateTimeOf(validUntil),
    missingUntil: missingUntil === null ? '' : dateTimeOf(missingUntil),
    fillUntil: fillUntil === null ? '' : dateTimeOf(fillUntil),
    opens: opensAt === null ? '' : dateTimeOf(opensAt),
  }
  const isClosed = status === 'unreached' && opensAt !== null
  const isLess = status === 'approved' && approvedFen !== null && approvedFen !== amountFen
  return (
    <Card centred>
      <div role="status">
        <ResultPicture state={toneOf[status]} />
        <Text size="lead" as="h2" centred>
          {t(isClosed ? 'result.title.closed' : `result.title.${status}`, values)}
        </Text>
        <Text size="quiet" centred figures>
          {t('result.wish', { amount: values.amount, periods })}
        </Text>
        <Text size="quiet" centred figures>
          {status === 'refused'
            ? refusalOf(reason)
            : t(isClosed ? 'result.body.closed' : isLess ? 'result.body.approvedLess' : `result.body.${status}`, values)}
        </Text>
      </div>
      {isUnderWay(application) && status !== 'cancelling' && status !== 'declining' && <WaitScale application={application} />}
    </Card>
  )
}

function Acts({ application, result }: Props) {
  const t = useWords('capital')
  const go = useGo()
  const { moveOn, stop } = useMoving(application)
  const main = useMainAct(application)
  const { status, movingTo } = application
  const next = result.canMoveOn && movingTo === null ? result.next : null
  // Whoever waits can leave; nothing has to be done for the result to come.
  const wait = isUnderWay(application) ? (
    <Button block onPress={go.home}>
      {t(status === 'unknown' ? 'result.act.leave' : 'result.act.wait')}
    </Button>
  ) : null
  return (
    <>
      {next !== null && (
        <Text size="small" centred>
          {t(isUnderWay(application) ? 'result.moveNote' : 'result.nextNote')}
        </Text>
      )}
      <div className={next !== null && (wait !== null || main !== null) ? styles.two : styles.one}>
        {next !== null && (
          <Button kind={wait === null && main === null ? 'action' : 'quiet'} block onPress={moveOn}>
            {t('result.act.next')}
          </Button>
        )}
        {main ?? wait}
        {main === null && wait === null && next === null && (
          <Button block onPress={() => go.to(to(borrowScreens.borrowMoney))}>
            {t('jsd.ownLenders')}
          </Button>
        )}
      </div>
      {result.canStop && (
        <Button kind="text" onPress={stop}>
          {t('result.act.stop')}
        </Button>
      )}
    </>
  )
}

/** What the borrower does to go on with this partner; null where there is nothing. */
function useMainAct(application: Application) {
  const t = useWords('capital')
  const go = useGo()
  const goOn = useGoingOn()
  const { status, capitalId, applicationId, way, loanId, movingTo } = application
  const button = (key: 'form' | 'missing' | 'page' | 'borrow' | 'loan' | 'moved', onPress: () => unknown) => (
    <Button block onPress={async () => void (await onPress())}>
      {t(`result.act.${key}`)}
    </Button>
  )
  const toForm = () => go.to(to(capitalScreens.form, undefined, { capitalId }))
  if (status === 'filling') return way === 'ownPage' ? button('page', () => goOn(application)) : button('form', toForm)
  if (status === 'incomplete')
    return way === 'ownPage' ? button('page', () => goOn({ ...application, status: 'filling' })) : button('missing', toForm)
  if (status === 'approved') return button('borrow', () => go.to(to(capitalScreens.withdraw, undefined, { applicationId })))
  // The cancellation that moving on waited for has come.
  if (status === 'cancelled' && movingTo !== null)
    return button('moved', () => go.replace(to(capitalScreens.jsd, undefined, { capitalId: movingTo })))
  if (status === 'taken' && loanId !== null) return button('loan', () => go.to(to(loanScreens.detail, { id: loanId })))
  return null
}
