import { isCivilDate } from '@fyh/base/dates.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { businessDay, moveBusinessDate, readBusinessDate } from './business-clock.ts'
import {
  callsMax,
  canFail,
  clearOrders,
  daysMax,
  type Failure,
  failures,
  isOrderedFor,
  type OrderedFor,
  openOrders,
  orderFailure,
} from './failures.ts'
import { returnOrder } from './money-orders.ts'
import { sendAgain } from './notices.ts'
import { backOf, frontOf, personOf } from './samples/person.ts'
import { type Sample, sampleFile } from './samples/sample-file.ts'
import type { Deps } from './store.ts'
import { newestCalls, newestChecks, newestNotices, newestSms } from './watch.ts'

const keysOf = <Name extends string>(table: Readonly<Record<Name, unknown>>) =>
  Object.keys(table).filter((name): name is Name => name in table)
export const orderShape = z
  .object({
    port: z.custom<OrderedFor>((name) => typeof name === 'string' && isOrderedFor(name), 'names no party'),
    failure: z.enum(keysOf<Failure>(failures)),
    calls: z.coerce.number().int().min(1).max(callsMax).default(1),
    /** For `backDated`: how many days before it was asked for the money is told to have come. */
    days: z.coerce.number().int().min(1).max(daysMax).default(5),
  })
  .refine(({ port, failure }) => canFail(port, failure), { message: 'this failure makes no sense for this port', path: ['failure'] })
const dateMessage = 'must be a date like 2026-12-31'
export const dateShape = z.object(
  { today: z.string(dateMessage).refine(isCivilDate, dateMessage) },
  'must be an object with a date in today',
)
export const seedShape = z.string().regex(/^[A-Za-z0-9-]{1,40}$/, 'the seed must be 1 to 40 letters, digits or hyphens')
const sideFiles = { 'front.png': 'front', 'back.png': 'back', 'unreadable.png': 'unreadable' } as const satisfies Record<
  string,
  Sample['kind']
>

/** JSON for tests and scripts; the same things the page shows and does. */
export function apiRoutes(app: FastifyInstance, deps: Deps, { apiUrl }: { apiUrl: string }): void {
  app.get<{ Querystring: { mobile?: string } }>('/api/sms', async (request) => ({ sms: await newestSms(deps, request.query.mobile) }))
  app.get<{ Querystring: { port?: string } }>('/api/calls', async (request) => ({ calls: await newestCalls(deps, request.query.port) }))
  app.get('/api/checks', async () => ({ checks: await newestChecks(deps) }))
  app.get('/api/notices', async () => ({ notices: await newestNotices(deps) }))
  app.get('/api/orders', async () => ({ orders: await openOrders(deps) }))
  app.post('/api/orders', async (request, reply) => {
    const order = orderShape.safeParse(request.body)
    return order.success ? { orderId: await orderFailure(deps, order.data) } : badRequest(reply, order.error)
  })
  app.post('/api/orders/clear', async () => {
    await clearOrders(deps)
    return {}
  })
  app.post<{ Params: { id: string } }>('/api/notices/:id/again', async (request, reply) => {
    const id = Number(request.params.id)
    const isFound = Number.isSafeInteger(id) && (await sendAgain(deps, id))
    return isFound ? {} : reply.code(404).send({ error: 'no such call-back' })
  })
  app.post<{ Params: { key: string } }>('/api/debits/:key/return', async (request, reply) =>
    (await returnOrder(deps, { key: request.params.key, on: await businessDay(apiUrl) }))
      ? {}
      : reply.code(404).send({ error: 'no such debit to take back' }),
  )
  app.get('/api/clock', async () => readBusinessDate(apiUrl))
  app.post('/api/clock', async (request, reply) => {
    const date = dateShape.safeParse(request.body)
    return date.success ? moveBusinessDate(apiUrl, date.data.today) : badRequest(reply, date.error)
  })
  sampleRoutes(app)
}

function sampleRoutes(app: FastifyInstance) {
  app.get<{ Params: { seed: string } }>('/api/persons/:seed', async (request, reply) => {
    const seed = seedShape.safeParse(request.params.seed)
    if (!seed.success) return badRequest(reply, seed.error)
    const person = personOf(seed.data)
    return { seed: seed.data, ...person, front: frontOf(person), back: backOf(person) }
  })
  app.get<{ Params: { seed: string; file: string } }>('/samples/:seed/:file', async (request, reply) => {
    const seed = seedShape.safeParse(request.params.seed)
    const kind = kindOf(request.params.file)
    if (!seed.success || kind === undefined) return reply.code(404).send({ error: 'no such sample' })
    return reply
      .type('image/png')
      .header('cache-control', 'max-age=3600')
      .send(sampleFile({ kind, seed: seed.data }))
  })
}

function kindOf(file: string): Sample['kind'] | undefined {
  return Object.entries(sideFiles).find(([name]) => name === file)?.[1]
}

const badRequest = (reply: FastifyReply, error: z.ZodError) =>
  reply.code(400).send({ error: error.issues.map(({ path, message }) => [...path, message].join(' ')).join('; ') })
