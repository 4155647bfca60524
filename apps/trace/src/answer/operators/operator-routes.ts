import type { Html } from '@fyh/serve/html.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readFilter, usualFilter } from '../filter.ts'
import { proveAccount } from '../login/accounts.ts'
import { loginOf, sessionCookie } from '../login/login-routes.ts'
import { forgetTries, mayTry } from '../login/tries.ts'
import { faultSection } from '../page/filter-form.ts'
import { frame } from '../page/frame.ts'
import type { PageSettings } from '../pages/page-routes.ts'
import { cookieOf, visitorOf } from '../visitor.ts'
import { recordAct } from './acts.ts'
import {
  addOperator,
  changePassword,
  disableOperator,
  enableOperator,
  namePattern,
  operators,
  passwordMax,
  passwordMin,
} from './operators.ts'
import { disableBody, operatorsBody, operatorsPath, type Refused } from './operators-page.ts'

/** Names under which something else than an operator does things. */
const reservedNames = ['command']
const password = z.string().max(passwordMax)
const nameForm = z.object({ name: z.string().regex(namePattern) })
const addForm = z.object({ name: z.string().trim().max(100), password, again: password })
const passwordForm = z.object({ old: password, password, again: password })
const doneQuery = z.object({ done: z.enum(['added', 'disabled', 'enabled', 'changed']) })

type Settings = Pick<PageSettings, 'pool' | 'clock'>

export function operatorRoutes(app: FastifyInstance, settings: Settings): void {
  const { pool, clock } = settings
  app.get<{ Querystring: Record<string, unknown> }>(operatorsPath, async (request, reply) => show(request, reply, settings))
  addRoute(app, settings)
  passwordRoute(app, settings)

  app.post(`${operatorsPath}/disable/confirm`, async (request, reply) => {
    const subject = subjectOf(request)
    const isActive = (await operators(pool)).some(({ name, disabledAt }) => name === subject && disabledAt === undefined)
    if (subject === request.operator || !isActive)
      return refusal(request, reply, settings, { form: 'list', fault: isActive ? 'own' : 'unchanged' })
    return send(request, reply, disableBody(visitorOf(request).words, subject))
  })

  const changes = { disable: { change: disableOperator, act: 'disabled' }, enable: { change: enableOperator, act: 'enabled' } } as const
  for (const [name, { change, act }] of Object.entries(changes))
    app.post(`${operatorsPath}/${name}`, async (request, reply) => {
      const subject = subjectOf(request)
      const by = request.operator ?? ''
      const at = clock.machineNow()
      if (act === 'disabled' && subject === by) return refusal(request, reply, settings, { form: 'list', fault: 'own' })
      if (!(await change(pool, { name: subject, by, at }))) return refusal(request, reply, settings, { form: 'list', fault: 'unchanged' })
      await recordAct(pool, { operator: by, act, subject, at })
      return reply.redirect(`${operatorsPath}?done=${act}`, 303)
    })
}

const subjectOf = ({ body }: FastifyRequest): string => nameForm.safeParse(body).data?.name ?? ''

function addRoute(app: FastifyInstance, settings: Settings): void {
  const { pool, clock } = settings
  app.post(`${operatorsPath}/add`, async (request, reply) => {
    const read = addForm.safeParse(request.body).data
    const { name = '' } = read ?? {}
    const refuse = (fault: Refused['fault']) => refusal(request, reply, settings, { form: 'add', fault, name })
    if (read === undefined || !namePattern.test(name) || reservedNames.includes(name)) return refuse('name')
    const fault = newPasswordFault(read)
    if (fault !== undefined) return refuse(fault)
    const by = request.operator ?? ''
    const at = clock.machineNow()
    if (!(await addOperator(pool, { name, by, at, password: read.password }))) return refuse('taken')
    await recordAct(pool, { operator: by, act: 'added', subject: name, at })
    return reply.redirect(`${operatorsPath}?done=added`, 303)
  })
}

function passwordRoute(app: FastifyInstance, settings: Settings): void {
  const { pool, clock } = settings
  app.post(`${operatorsPath}/password`, async (request, reply) => {
    const refuse = (fault: Refused['fault']) => refusal(request, reply, settings, { form: 'password', fault })
    const read = passwordForm.safeParse(request.body).data
    if (read === undefined) return refuse('old')
    const fault = newPasswordFault(read) ?? (read.password === read.old ? 'same' : undefined)
    if (fault !== undefined) return refuse(fault)
    const name = request.operator ?? ''
    const at = clock.machineNow()
    const login = await loginOf(request, pool, name)
    if (!(await mayTry(pool, login, at))) return refuse('throttled')
    const proven = await proveAccount(pool, name, read.old)
    const session = cookieOf(request, sessionCookie) ?? ''
    const own = { password: read.password, session, device: login.device }
    if (proven === undefined || !(await changePassword(pool, proven, own))) return refuse('old')
    await forgetTries(pool, login)
    await recordAct(pool, { operator: name, act: 'passwordChanged', subject: name, at })
    return reply.redirect(`${operatorsPath}?done=changed`, 303)
  })
}

function newPasswordFault({ password: chosen, again }: { password: string; again: string }): Refused['fault'] | undefined {
  if ([...chosen].length < passwordMin) return 'short'
  return chosen === again ? undefined : 'different'
}

/** The page as it is looked at. */
async function show(request: FastifyRequest, reply: FastifyReply, { pool, clock }: Settings): Promise<FastifyReply> {
  const { words } = visitorOf(request)
  const query = z.record(z.string(), z.unknown()).parse(request.query)
  const filter = readFilter(query, clock.machineNow())
  if ('faults' in filter) return send(request, reply.code(400), faultSection(words, filter.faults, query, operatorsPath))
  const { done } = doneQuery.safeParse(query).data ?? {}
  return send(request, reply, await operatorsBody({ words, filter, pool, operator: request.operator ?? '', done }))
}

/** The page after a form that could not be done. */
async function refusal(request: FastifyRequest, reply: FastifyReply, { pool, clock }: Settings, refused: Refused): Promise<FastifyReply> {
  const { words } = visitorOf(request)
  const looked = { words, filter: usualFilter(clock.machineNow()), pool, operator: request.operator ?? '' }
  return send(request, reply.code(statusOf(refused)), await operatorsBody({ ...looked, refused }))
}

function statusOf({ fault }: Refused): number {
  if (fault === 'throttled') return 429
  return fault === 'taken' || fault === 'unchanged' || fault === 'own' ? 409 : 400
}

function send(request: FastifyRequest, reply: FastifyReply, body: Html): FastifyReply {
  const visitor = visitorOf(request)
  // What a form is answered with has no address to come back to.
  const address = request.method === 'GET' ? visitor.address : operatorsPath
  return reply.type('text/html').send(frame({ ...visitor, address }, { title: visitor.words.operators.title, at: 'operators', body }))
}
