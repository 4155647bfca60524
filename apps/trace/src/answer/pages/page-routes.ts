import { parseMobile } from '@fyh/base/chinese-data.ts'
import type { Clock } from '@fyh/base/clock.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { MobileIndex } from '../../collect/mobile-index.ts'
import type { Collecting } from '../collecting.ts'
import { addressOf, readFilter } from '../filter.ts'
import { recordAct } from '../operators/acts.ts'
import { faultSection } from '../page/filter-form.ts'
import { frame, pathOf } from '../page/frame.ts'
import { visitorOf } from '../visitor.ts'
import type { AnswerPage } from './asked.ts'
import { errorsPage, exitsPage, funnelPage, samplesPage, timesPage } from './count-pages.ts'
import { overviewPage } from './overview-page.ts'
import { byPhonePath, phoneForm, replayPage, visitsPage } from './visit-pages.ts'

export type PageSettings = {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'machineNow'>
  readonly mobileIndex: MobileIndex
  readonly collecting: Collecting
  /** Days that events, visits and browsers are kept, and counts. */
  readonly keepDays: number
  readonly keepCountsDays: number
}

const phoneBody = z.object({ phone: z.string().max(30) })

export function pageRoutes(app: FastifyInstance, settings: PageSettings): void {
  const pages = [overviewPage(settings.collecting), funnelPage, exitsPage, errorsPage, samplesPage, timesPage, visitsPage, replayPage]
  for (const page of pages) answerAt(app, page, settings)

  app.post(byPhonePath, async (request, reply) => {
    const visitor = visitorOf(request)
    const mobile = parseMobile(phoneBody.safeParse(request.body).data?.phone ?? '')
    if (mobile === undefined) {
      const { words } = visitor
      const page = frame(
        { ...visitor, address: pathOf('visits') },
        { title: words.visits.title, at: 'visits', body: phoneForm(words, true) },
      )
      return reply.code(400).type('text/html').send(page)
    }
    await recordAct(settings.pool, { operator: request.operator ?? '', act: 'soughtPhone', at: settings.clock.machineNow() })
    return reply.redirect(`${pathOf('visits')}?${new URLSearchParams({ phone: settings.mobileIndex(mobile) })}`, 303)
  })
}

function answerAt(app: FastifyInstance, { path, at, title, body }: AnswerPage, { pool, clock }: PageSettings): void {
  app.get<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
    const visitor = visitorOf(request)
    const { words } = visitor
    const now = clock.machineNow()
    const filter = readFilter(request.query, now)
    reply.type('text/html')
    if ('faults' in filter)
      return reply
        .code(400)
        .send(frame(visitor, { title: title(words), at, body: faultSection(words, filter.faults, request.query, path) }))
    const kept = addressOf('', filter)
    return reply.send(frame(visitor, { title: title(words), at, kept, body: await body({ words, filter, pool, now }) }))
  })
}
