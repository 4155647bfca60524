import { maskMobile, parseMobile } from '@fyh/base/chinese-data.ts'
import type { Html } from '@fyh/serve/html.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { forget } from '../../upkeep/forget.ts'
import { type Named, phoneIndexNamed, phoneNamed, userNamed } from '../../upkeep/subject.ts'
import { readFilter, usualFilter } from '../filter.ts'
import { recordAct } from '../operators/acts.ts'
import { faultSection } from '../page/filter-form.ts'
import { frame } from '../page/frame.ts'
import type { PageSettings } from '../pages/page-routes.ts'
import { visitorOf } from '../visitor.ts'
import { confirmBody, forgetBody, forgetPath } from './forget-page.ts'
import { foundOf, wishDone } from './wishes.ts'

const asked = z.object({ user: z.string().max(200).optional(), phone: z.string().max(200).optional() })
/** The moment of the wish, in ms. */
const doneQuery = z.object({ done: z.coerce.number().int().min(0).max(8.64e15) })
const index = /^[\w-]{20,64}$/

export function forgetRoutes(app: FastifyInstance, settings: PageSettings): void {
  const { pool, clock, mobileIndex } = settings

  app.get<{ Querystring: Record<string, unknown> }>(forgetPath, async (request, reply) => {
    const { words } = visitorOf(request)
    const filter = readFilter(request.query, clock.machineNow())
    if ('faults' in filter) return send(request, reply.code(400), faultSection(words, filter.faults, request.query, forgetPath))
    const at = doneQuery.safeParse(request.query).data?.done
    const done = at === undefined ? undefined : await wishDone(pool, new Date(at), request.operator ?? '')
    return send(request, reply, await forgetBody({ words, filter, pool, kept: settings, done }))
  })

  app.post(`${forgetPath}/confirm`, async (request, reply) => {
    const { words } = visitorOf(request)
    const { user, phone } = asked.safeParse(request.body).data ?? {}
    const field = phone === undefined ? 'user' : 'phone'
    const typed = (phone ?? user ?? '').trim()
    const named = phone === undefined ? userNamed(typed, mobileIndex) : phoneNamed(typed, mobileIndex)
    if (named === undefined) {
      const filter = usualFilter(clock.machineNow())
      return send(request, reply.code(400), await forgetBody({ words, filter, pool, kept: settings, wrong: { field, typed } }))
    }
    const found = await foundOf(pool, named.subject)
    const [value, shown] = 'userId' in named.subject ? [typed, typed] : [named.subject.mobileIndex, maskMobile(parseMobile(typed) ?? '')]
    return send(request, reply, confirmBody(words, { field, value, shown, found }))
  })

  app.post(forgetPath, async (request, reply) => {
    const named = namedIn(request, settings)
    if (named === undefined) return reply.redirect(forgetPath, 303)
    const operator = request.operator ?? ''
    const at = clock.machineNow()
    await forget(pool, { ...named, askedBy: operator, at })
    await recordAct(pool, { operator, act: 'forgot', at })
    return reply.redirect(`${forgetPath}?done=${at.getTime()}`, 303)
  })
}

/** What the confirmation handed on: the id of a user, or the index of a number. */
function namedIn({ body }: FastifyRequest, { mobileIndex }: Pick<PageSettings, 'mobileIndex'>): Named | undefined {
  const { user, phone } = asked.safeParse(body).data ?? {}
  if (phone !== undefined) return index.test(phone) ? phoneIndexNamed(phone) : undefined
  return user === undefined ? undefined : userNamed(user, mobileIndex)
}

function send(request: FastifyRequest, reply: FastifyReply, body: Html): FastifyReply {
  const visitor = visitorOf(request)
  // A confirmation has no address to come back to.
  const address = request.method === 'GET' ? visitor.address : forgetPath
  return reply.type('text/html').send(frame({ ...visitor, address }, { title: visitor.words.forget.title, at: 'forget', body }))
}
