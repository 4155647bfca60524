import { assert } from '@fyh/base/assert.ts'
import type { Clock } from '@fyh/base/clock.ts'
import { type CivilDate, civilDateAt } from '@fyh/base/dates.ts'
import { makeIdSource } from '@fyh/base/ids.ts'
import { api } from '@fyh/contract/api.ts'
import type { Endpoint } from '@fyh/contract/endpoint.ts'
import { openapi } from '@fyh/contract/openapi.ts'
import { constants } from '@fyh/contract/options.ts'
import type { TransferPurpose } from '@fyh/contract/transfer.machine.ts'
import { openKysely, openPool } from '@fyh/postgres/pool.ts'
import type { Logger } from '@fyh/serve/log.ts'
import { routes } from '@fyh/serve/routes.ts'
import { createHttp } from '@fyh/serve/serve.ts'
import { openTurns } from '@fyh/serve/turns.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { agreementHandlers, hasAgreed, requireAgreed } from '#features/agreement/agreement.ts'
import { applyHandlers, applyJobs, expireLimits, maskedNameOf } from '#features/apply/apply.ts'
import { borrowHandlers, borrowJobs, withdrawalOrder } from '#features/borrow/borrow.ts'
import { campaignHandlers, campaignJobs, keepInvite, publishShipped, redPacketEnded, redPacketOrder } from '#features/campaign/campaign.ts'
import { capitalHandlers, capitalJobs, takeApproval } from '#features/capital/capital.ts'
import { agreementEnded, cardHandlers, cardJobs, cardOf, cardsOf } from '#features/card/card.ts'
import { couponHandlers, couponJobs } from '#features/coupon/coupon.ts'
import {
  benefitPaymentEnded,
  benefitRefundEnded,
  benefitsOfLoans,
  equityHandlers,
  equityJobs,
  expireBenefits,
  orderWithLoan,
  purchaseOrder,
} from '#features/equity/equity.ts'
import { channelsFolder, flowHandlers, flowJobs, readChannels, requireOpenChannel, returnHosts } from '#features/flow/flow.ts'
import { guestOffer, homeHandlers } from '#features/home/home.ts'
import { loanHandlers } from '#features/loan/loan.ts'
import { messageHandlers, messageJobs, sendMessage, sendMessages } from '#features/message/message.ts'
import { messengerHandlers, messengerJobs } from '#features/messenger/messenger.ts'
import { reconcileJobs } from '#features/reconcile/reconcile.ts'
import { debitOrder, repayHandlers, repayJobs, togetherOrder } from '#features/repay/repay.ts'
import { serviceHandlers } from '#features/service/service.ts'
import { type SessionNeighbours, sessionHandlers, sessionJobs, userOfToken } from '#features/session/session.ts'
import { settingsHandlers } from '#features/settings/settings.ts'
import { openForwarder, traceHandlers } from '#features/trace/trace.ts'
import { transferHandlers, transferJobs } from '#features/transfer/transfer.ts'
import { closeDays } from '#lending/close/close.ts'
import type { LendingDeps, TakeTransferEnd } from '#lending/deps.ts'
import { publishEditions, publishedFolder, publishedLenderIds, readPublished } from '#lending/lenders/lenders.ts'
import { configuredProviders } from '#providers/configured.ts'
import type { Providers } from '#providers/providers.ts'
import { type BusinessClock, businessClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { makeSeal } from './platform/crypto.ts'
import type { Db, Deps, SliceHandlers, Tx } from './platform/deps.ts'
import { firstPages } from './platform/first-page.ts'
import { forgetOldNonces, onceInTransaction } from './platform/idempotency.ts'
import { type JobRunner, type JobTable, openJobs } from './platform/jobs.ts'
import { keepMarks } from './platform/keys/key-marks.ts'
import { requireLenders } from './platform/lender-settings.ts'
import { guestOf, tokenOf, vendorHolds } from './platform/requests.ts'
import { type StaticFiles, staticFiles } from './platform/static-files.ts'
import type { DB } from './platform/tables.generated.ts'

export type App = {
  readonly http: FastifyInstance
  readonly deps: LendingDeps
  readonly clock: BusinessClock
  readonly jobs: JobRunner
  /** Moves business time and closes every day on the way. */
  moveTo(date: CivilDate): Promise<void>
  close(): Promise<void>
}

type Given = {
  readonly config: Config
  readonly log: Logger
  readonly machine: Pick<Clock, 'machineNow'>
  /** Other parties than the configured ones, for tests. */
  readonly providers?: Providers
  /** Off in tests, which work the jobs by themselves. */
  readonly superviseJobs?: boolean
}

/** The composition root: everything that lasts is made here and handed to the slices. The schema must have been migrated. */
export async function createApp({
  config,
  log,
  machine,
  providers = configuredProviders(config, log, machine),
  superviseJobs = true,
}: Given): Promise<App> {
  const open = (name: string, max: number): Db => {
    const onBroken = (error: Error) => log.warn({ err: error }, 'a database connection broke')
    return openKysely<DB>(openPool({ ...config.database, max, applicationName: name, onBroken }))
  }
  const db = open('fyh-server', config.database.poolMax)
  const apart = open('fyh-server-apart', 3)
  const clock = businessClock(db, machine)
  const jobs = openJobs({ url: config.database.url, log, supervised: superviseJobs })
  const ids = makeIdSource({ clock, node: config.nodeId })
  const platform: Deps = { db, apart, clock, ids, providers, config, seal: makeSeal(config), jobs, log }
  const tell: LendingDeps['tell'] = (tx, ...messages) => sendMessages(tx, platform, messages)
  const deps: LendingDeps = { ...platform, tell, cards: { cardOf, cardsOf, agreementEnded }, transferEnded, loanPaidOut: orderWithLoan }

  const lenderIds = publishedLenderIds()
  requireLenders(config, lenderIds)
  // An unknown adapter of a lender stops the start, not the first pay-out.
  for (const lenderId of lenderIds) providers.lender(lenderId)
  await keepMarks({ db, config, lenderIds, seal: deps.seal, now: clock.machineNow() })
  await clock.refresh()
  if (!config.devTools && civilDateAt(clock.now()) !== civilDateAt(clock.machineNow()))
    throw new Error(
      'The business date of this database was moved in development. DEV_TOOLS=1 continues with it; a live product needs a database whose date was never moved.',
    )
  await publishEditions(deps, readPublished(publishedFolder))
  await publishShipped(deps)
  await jobs.open(jobsOf(deps))
  const endDay = async (day: CivilDate) => {
    await closeDays(deps, day)
    await expireLimits(deps, day)
    await expireBenefits(deps)
  }
  const moveTo = (date: CivilDate) => clock.moveTo(date, endDay)
  const channels = readChannels(channelsFolder, config)
  const facts = {
    TRACE_HOST: config.tracePublicUrl,
    PARTNER_HOSTS: [...config.partnerHosts, ...returnHosts(channels)].join(' '),
    FRAME_HOSTS: config.frameAncestors.join(' '),
    SERVICE_PHONE: config.servicePhone ?? '',
    SERVICE_HOURS: config.serviceHours ?? '',
  }
  const files = config.webDist === undefined ? undefined : await webFiles(config.webDist, facts, deps)
  const http = makeHttp(deps, files)
  const traces = openForwarder({ url: `${config.traceUrl}/fuyh/trace`, log })
  bindSlices(http, deps, { moveTo, traces, channels })
  await http.ready()
  const following = config.devTools && superviseJobs ? clock.follow(1_000) : undefined
  return {
    http,
    deps,
    clock,
    jobs,
    moveTo,
    async close() {
      following?.stop()
      await http.close()
      await Promise.all([jobs.stop(), traces.close()])
      await Promise.all([db.destroy(), apart.destroy()])
    },
  }
}

/** What the slices that order transfers do when one ends, by purpose. */
const takersOfTransfers: Readonly<Partial<Record<TransferPurpose, TakeTransferEnd>>> = {
  benefit: benefitPaymentEnded,
  benefitRefund: benefitRefundEnded,
  redPacket: redPacketEnded,
}

function transferEnded(purpose: TransferPurpose): TakeTransferEnd {
  const take = takersOfTransfers[purpose]
  assert(take !== undefined, `no slice orders transfers for ${purpose}`)
  return take
}

async function webFiles(folder: string, facts: Readonly<Record<string, string>>, deps: Deps): Promise<StaticFiles> {
  const onFault = (err: unknown) => deps.log.error({ err }, 'the first page could not be rendered')
  return staticFiles(folder, facts, await firstPages({ folder, offer: (language) => guestOffer(deps, language), onFault }))
}

function jobsOf(deps: LendingDeps): JobTable {
  return {
    'platform.forget': { every: 3_600, work: () => forgetOldNonces(deps) },
    ...sessionJobs(deps),
    ...messageJobs(deps),
    ...messengerJobs(deps),
    ...applyJobs(deps),
    ...cardJobs(deps),
    ...couponJobs(deps),
    ...borrowJobs(deps),
    ...capitalJobs(deps),
    ...repayJobs(deps),
    ...transferJobs(deps),
    ...flowJobs(deps),
    ...equityJobs(deps),
    ...reconcileJobs(deps),
    ...campaignJobs(deps),
  }
}

function makeHttp(deps: Deps, files: StaticFiles | undefined): FastifyInstance {
  const { config, log, clock, db } = deps
  const http = createHttp({
    log,
    trustProxy: config.trustProxy,
    businessNow: () => clock.now(),
    pages: {
      frameAncestors: config.frameAncestors,
      connectTo: [new URL(config.tracePublicUrl).origin],
      scriptHashes: files?.scriptHashes ?? [],
    },
    ...(files && { notFound: files.serve }),
  })
  http.get('/healthz', async () => {
    await sql`select 1`.execute(db)
    return { ok: true }
  })
  // In development alone: it would show strangers every endpoint. Made when asked for: few ask, and it takes some megabytes to make.
  if (config.devTools) http.get('/openapi.json', async () => openapi())
  return http
}

/** The order that a code is asked for, by the slice whose order it is. */
function codeOrder(deps: LendingDeps, asked: Parameters<SessionNeighbours['codeOrder']>[0]): ReturnType<SessionNeighbours['codeOrder']> {
  switch (asked.purpose) {
    case 'withdraw':
      return withdrawalOrder(deps.db, asked)
    case 'repay':
      return debitOrder(deps.db, asked)
    case 'repayTogether':
      return togetherOrder(deps.db, asked)
    case 'benefit':
      return purchaseOrder(deps, asked)
    case 'redPacket':
      return redPacketOrder(deps, asked)
  }
}

type Tools = {
  moveTo: (date: CivilDate) => Promise<void>
  traces: ReturnType<typeof openForwarder>
  channels: ReturnType<typeof readChannels>
}

function bindSlices(http: FastifyInstance, deps: LendingDeps, { moveTo, traces, channels }: Tools): void {
  const once = onceInTransaction(deps)
  const { userRequestsMax } = deps.config
  const turns = userRequestsMax === 0 ? undefined : openTurns({ openMax: userRequestsMax })
  const bind = <const Endpoints extends Readonly<Record<string, Endpoint>>>(
    slice: string,
    endpoints: Endpoints,
    handlers: SliceHandlers<Endpoints>,
  ) =>
    routes(http, endpoints, handlers, {
      slice,
      prefix: constants.apiPrefix,
      guestOf: (request) => guestOf(request, (guest) => userOfToken(deps, tokenOf(request), guest)),
      authenticate: (request, guest) => userOfToken(deps, tokenOf(request), guest),
      vendorHolds: (request) => vendorHolds(deps, request),
      once,
      ...(turns && { turns }),
      development: deps.config.devTools,
    })
  const neighbours: SessionNeighbours = {
    requireLoginTexts: async (tx, given) => void (await requireAgreed(tx, deps, { scene: 'login', ...given })),
    welcome: (tx, userId) => sendMessage(tx, deps, { userId, kind: 'welcome', params: {}, once: 'welcome' }),
    maskedNameOf: (tx, userId) => maskedNameOf(tx, deps, userId),
    codeOrder: (asked) => codeOrder(deps, asked),
    reportPhone: (tx, { userId, changeId, newMobileMask: mobileMask }) =>
      sendMessage(tx, deps, { userId, kind: 'phoneChanged', params: { mobileMask }, once: `phoneChanged:${changeId}` }),
    invited: (tx, login) => keepInvite(tx, deps, login),
    moveClock: moveTo,
    requireOpenChannel: (channelCode) => requireOpenChannel(deps, channels, channelCode),
  }
  bind('session', api.session, sessionHandlers(deps, neighbours))
  bind('settings', api.settings, settingsHandlers(deps))
  bind('home', api.home, homeHandlers(deps))
  bind('apply', api.apply, applyHandlers(deps))
  bind('agreement', api.agreement, agreementHandlers(deps))
  bind('card', api.card, cardHandlers(deps))
  bind('borrow', api.borrow, borrowHandlers(deps, { takeApproval: (tx, taken) => takeApproval(tx, deps, taken) }))
  bind('capital', api.capital, capitalHandlers(deps))
  bind('equity', api.equity, equityHandlers(deps))
  bind('loan', api.loan, loanHandlers(deps, { benefitOfLoan: async (loan) => (await benefitsOfLoans(deps.db, [loan]))[0] }))
  bind('repay', api.repay, repayHandlers(deps))
  bind('coupon', api.coupon, couponHandlers(deps))
  bind('campaign', api.campaign, campaignHandlers(deps))
  bind('message', api.message, messageHandlers(deps))
  bind('messenger', api.messenger, messengerHandlers(deps))
  bind('service', api.service, serviceHandlers(deps))
  bind('transfer', api.transfer, transferHandlers(deps))
  const hasLoginTexts = (tx: Tx, userId: number) => hasAgreed(tx, deps, { scene: 'login', userId })
  bind('flow', api.flow, flowHandlers(deps, channels, { ...neighbours, hasLoginTexts }))
  bind('trace', api.trace, traceHandlers(deps, traces))
}
