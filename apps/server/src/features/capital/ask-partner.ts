import { assert } from '@fyh/base/assert.ts'
import { today } from '@fyh/base/dates.ts'
import { capital } from '@fyh/contract/capital.ts'
import { constants } from '@fyh/contract/options.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { partnersOn } from '#lending/lenders/lenders.ts'
import { askOrder, sendOrInquire, sendsMax, sentNews } from '#lending/orders/orders.ts'
import { cannotCancel, type QueryApplyAnswer } from '#providers/lender/port.ts'
import type { Application, ApplicationKey } from './application.sql.ts'
import { claimApplication } from './asking.sql.ts'
import { learnApplication, type PartnerNews } from './news.ts'
import { dataToSend } from './shared-data.ts'

/** One step towards the decision of a partner, see `askOrder`. */
export async function askPartner(deps: LendingDeps, key: ApplicationKey): Promise<void> {
  let orderKey = ''
  await askOrder(deps, {
    claim: async () => {
      const application = await claimApplication(deps.db, key, deps.clock.machineNow())
      orderKey = application?.orderKey ?? ''
      return application
    },
    step: (application) => nextStep(deps, application),
    learn: (tx, news: PartnerNews) => learnApplication(tx, deps, { ...key, orderKey }, news),
  })
}

/** Undefined while there is nothing new. */
async function nextStep(deps: LendingDeps, application: Application): Promise<PartnerNews | undefined> {
  const { status, tries } = application
  if (status === 'cancelling' || status === 'declining') return cancel(deps, application)
  const listed = (await partnersOn(deps.db, today(deps.clock))).find(({ lender }) => lender.lenderId === application.lenderId)
  const isOwnPage = listed?.listing.way === 'ownPage'
  const inquire = async () => newsOf(application, await portOf(deps, application).queryApply(keyOf(application)))
  if (isOwnPage) {
    // Its own page sends it; while the partner has none, the borrower is still on the way.
    const news = await inquire()
    return news === 'notFound' ? undefined : news
  }
  return sendOrInquire(
    { wasSent: status !== 'submitted' || tries > 1, wasAccepted: status === 'reviewing', isSentEnough: tries > sendsMax },
    {
      // Nothing goes to a partner that is not listed that day.
      send: async () => (listed === undefined ? cancelOrUnknown(deps, application) : send(deps, application)),
      inquire,
      // The partner is asked to take it back, which is an answer that holds.
      end: () => cancel(deps, application),
    },
  )
}

async function send(deps: LendingDeps, application: Application): Promise<PartnerNews> {
  const data = await dataToSend(deps, application)
  if (data === undefined) return { kind: 'unknown' }
  const { amountFen, periods } = application
  const answer = await portOf(deps, application).apply({
    ...keyOf(application),
    amountFen,
    periods,
    data,
    noticeUrl: `${deps.config.apiUrl}${constants.apiPrefix}${capital.applyNotice.path}`,
  })
  return sentNews(answer)
}

const cancelOrUnknown = async (deps: LendingDeps, application: Application): Promise<PartnerNews> =>
  (await cancel(deps, application)) ?? { kind: 'unknown' }

/**
 * Takes an application back. Only an answer ends it: while there is none, no other partner is applied to. A partner that never cancels is asked after
 * until it has decided; what it approves then is not taken up.
 */
async function cancel(deps: LendingDeps, application: Application): Promise<PartnerNews | undefined> {
  const port = portOf(deps, application)
  const answer = await port.cancelApply(keyOf(application))
  if (answer.answer === 'refused' && answer.reason === cannotCancel) {
    const news = newsOf(application, await port.queryApply(keyOf(application)))
    if (news === 'notFound' || news === undefined) return undefined
    return news.kind === 'approved' ? { kind: 'cancelled' } : news
  }
  const news = newsOf(application, answer)
  return news === 'notFound' || news?.kind === 'approved' ? undefined : news
}

/** The partner that was applied to. */
const portOf = ({ providers }: LendingDeps, { lenderId }: Application) => providers.lender(lenderId)

function keyOf({ orderKey, applicationId }: Application): { readonly key: string } {
  assert(orderKey !== null, `application ${applicationId} was never handed in`)
  return { key: orderKey }
}

function newsOf(application: Application, answer: QueryApplyAnswer): PartnerNews | 'notFound' | undefined {
  if (answer.answer !== 'ok') return undefined
  const { state, amountFen, periodsMax, validUntil, reason, missing, missingUntil } = answer
  switch (state) {
    case 'reviewing':
      return application.status === 'reviewing' ? undefined : { kind: 'accepted' }
    case 'approved':
      return { kind: 'approved', amountFen, periodsMax: periodsMax ?? undefined, until: momentOf(validUntil) }
    case 'refused':
      return { kind: 'refused', reason: reason ?? 'refused' }
    case 'incomplete':
      return { kind: 'incomplete', missing, until: momentOf(missingUntil) }
    case 'cancelled':
      return { kind: 'cancelled' }
    case 'notFound':
      return 'notFound'
  }
}

export const momentOf = (text: string | null | undefined): Date | undefined => (text == null ? undefined : new Date(text))
