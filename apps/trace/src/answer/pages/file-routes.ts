import { Readable } from 'node:stream'
import { civilDateAt } from '@fyh/base/dates.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { QueryResultRow } from 'pg'
import { csvOf } from '../csv.ts'
import { readFilter } from '../filter.ts'
import { wishes } from '../forget/wishes.ts'
import { actsDone, recordAct } from '../operators/acts.ts'
import { faultSection } from '../page/filter-form.ts'
import { frame, operatorPath, problemPage } from '../page/frame.ts'
import type { Question } from '../question.ts'
import { errorSamples, errors } from '../questions/errors.ts'
import { exits } from '../questions/exits.ts'
import { funnelByStep, funnelSplit } from '../questions/funnel.ts'
import { times, timesSplit } from '../questions/times.ts'
import { minutes, refusals } from '../questions/today.ts'
import { replay, visits } from '../questions/visits.ts'
import { visitorOf } from '../visitor.ts'
import type { PageSettings } from './page-routes.ts'

/** Each table as a file. One is made at a time, so that files leave connections to the pages. */
export function fileRoutes(app: FastifyInstance, { pool, clock }: Pick<PageSettings, 'pool' | 'clock'>): void {
  let isMaking = false

  function fileOf<Row extends QueryResultRow>(name: string, questionAt: (now: Date) => Question<Row>): void {
    app.get<{ Querystring: Record<string, unknown> }>(`${operatorPath}/files/${name}.csv`, async (request, reply) => {
      const now = clock.machineNow()
      const filter = readFilter(request.query, now)
      const visitor = visitorOf(request)
      const { words } = visitor
      if ('faults' in filter) {
        const body = faultSection(words, filter.faults, request.query, request.routeOptions.url ?? operatorPath)
        return reply
          .code(400)
          .type('text/html')
          .send(frame(visitor, { title: words.table.export, body }))
      }
      if (isMaking) return reply.code(503).header('retry-after', '5').type('text/html').send(problemPage(visitor, 'busy'))
      isMaking = true
      const done = () => {
        isMaking = false
      }
      const lines = recordedFirst(csvOf(pool, questionAt(now), { filter, words }), () =>
        recordAct(pool, { operator: request.operator ?? '', act: 'exported', subject: name, at: now }),
      )
      return sendFile(reply, { name: `${name}-${civilDateAt(now)}.csv`, lines, done })
    })
  }

  fileOf(funnelByStep.name, () => funnelByStep)
  fileOf(funnelSplit.name, () => funnelSplit)
  fileOf(exits.name, () => exits)
  fileOf(errors.name, () => errors)
  fileOf(errorSamples.name, () => errorSamples)
  fileOf(times.name, () => times)
  fileOf(timesSplit.name, () => timesSplit)
  fileOf(visits.name, () => visits)
  fileOf(replay.name, () => replay)
  fileOf(actsDone.name, () => actsDone)
  fileOf(wishes.name, () => wishes)
  fileOf('minutes', minutes)
  fileOf('refusals', refusals)
}

async function* recordedFirst(lines: AsyncGenerator<string>, record: () => Promise<void>): AsyncGenerator<string> {
  await record()
  yield* lines
}

type File = { readonly name: string; readonly lines: AsyncGenerator<string>; readonly done: () => void }

/** Begins only once the first lines are there, so that a question that fails is answered with a page and not with half a file. */
async function sendFile(reply: FastifyReply, { name, lines, done }: File): Promise<FastifyReply> {
  const first = await lines.next().catch((error: unknown) => {
    done()
    throw error
  })
  async function* whole() {
    if (first.done !== true) yield first.value
    yield* lines
  }
  const stream = Readable.from(whole())
  // Also when nobody read to the end, or at all: the connection goes back with the lines.
  stream.once('close', () => {
    done()
    void lines.return(undefined).catch(() => undefined)
  })
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(stream)
}
