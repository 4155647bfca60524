import { readFileSync } from 'node:fs'
import { randomText } from '@fyh/base/ids.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { dateShape, orderShape } from '../api-routes.ts'
import { businessDay, moveBusinessDate, readBusinessDate } from '../business-clock.ts'
import { clearOrders, lendersToOrder, openOrders, orderFailure } from '../failures.ts'
import { returnOrder } from '../money-orders.ts'
import { sendAgain } from '../notices.ts'
import type { Deps } from '../store.ts'
import { movedByDay, newestCalls, newestNotices, newestSms } from '../watch.ts'
import { page } from './page.ts'

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
/** Frame and controls, then what stands in them; one sheet for the browser. */
const css = file('frame.css') + file('content.css')
const script = file('sandbox.js')
const form = z.object({ what: z.string().max(60), calls: z.string().max(10), days: z.string().max(10).default('5') })
const keyForm = z.object({ key: z.string().trim().max(80) })

/** The page for people. Every form answers by showing the page again, so a reload repeats nothing. */
export function pageRoutes(app: FastifyInstance, deps: Deps, { apiUrl, hasLab }: { apiUrl: string; hasLab: boolean }): void {
  app.get<{ Querystring: { said?: string } }>('/', async (request, reply) => {
    const [date, sms, calls, notices, orders, lenders, moved] = await Promise.all([
      readBusinessDate(apiUrl),
      newestSms(deps),
      newestCalls(deps),
      newestNotices(deps),
      openOrders(deps),
      lendersToOrder(deps),
      movedByDay(deps),
    ])
    const said = request.query.said?.slice(0, 300)
    return reply
      .type('text/html')
      .header('cache-control', 'no-store')
      .send(page({ date, sms, calls, notices, orders, lenders, moved, seed: randomText(8), said, hasLab }))
  })
  app.get('/sandbox.css', async (_, reply) => reply.type('text/css').send(css))
  app.get('/sandbox.js', async (_, reply) => reply.type('text/javascript').send(script))
  app.post('/clock', async (request, reply) => {
    const date = dateShape.safeParse(request.body)
    if (!date.success) return back(reply, 'This isn’t a valid date', '')
    const moved = await moveBusinessDate(apiUrl, date.data.today)
    return back(reply, 'today' in moved ? `The business date is now ${moved.today}` : moved.problem, '')
  })
  app.post('/orders', async (request, reply) => {
    const { what = '', calls, days } = form.safeParse(request.body).data ?? {}
    const [port, failure] = what.split('.')
    const order = orderShape.safeParse({ port, failure, calls, days })
    if (!order.success) return back(reply, 'This failure can’t be ordered', 'orders')
    await orderFailure(deps, order.data)
    return back(reply, `Ordered: ${what}`, 'orders')
  })
  app.post('/orders/clear', async (_, reply) => {
    await clearOrders(deps)
    return back(reply, 'All ordered failures are canceled', 'orders')
  })
  app.post<{ Params: { id: string } }>('/notices/:id/again', async (request, reply) => {
    const id = Number(request.params.id)
    const isFound = Number.isSafeInteger(id) && (await sendAgain(deps, id))
    return back(reply, isFound ? 'The callback is sent again' : 'Callback not found', 'notices')
  })
  app.post<{ Params: { key: string } }>('/debits/:key/return', (request, reply) => takeBack(reply, request.params.key))
  app.post('/debits/return', (request, reply) => takeBack(reply, keyForm.safeParse(request.body).data?.key ?? ''))

  async function takeBack(reply: FastifyReply, key: string): Promise<FastifyReply> {
    const isTakenBack = await returnOrder(deps, { key, on: await businessDay(apiUrl) })
    return back(reply, isTakenBack ? `Payment ${key} is returned` : 'No returnable payment has this key', 'notices')
  }
}

const back = (reply: FastifyReply, said: string, section: string) => reply.redirect(`/?said=${encodeURIComponent(said)}#${section}`, 303)
