import { checkDigitOf } from '@fyh/base/chinese-data.ts'
import type { FixedClock } from '@fyh/base/clock.ts'
import { api } from '@fyh/contract/api.ts'
import type { Endpoint } from '@fyh/contract/endpoint.ts'
import { constants } from '@fyh/contract/options.ts'
import { z } from 'zod'
import type { App } from '../apps/server/src/app.ts'
import { type ScriptedProviders, scriptedBankCode } from '../apps/server/src/providers/scripted.ts'

/** A borrower who has signed a quote, bound a card and got the code: one call short of a loan. */
export type Borrower = { token: string; quoteId: number; cardId: number; authCode: string }

const answered = z.object({ code: z.number(), msg: z.string(), data: z.unknown() })
const agreedTexts = z.object({ texts: z.array(z.object({ key: z.string(), version: z.string(), sha256: z.string() })) })
const photo = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(64)]).toString('base64')
const atOnce = 8

type Person = { number: number; mobile: string; token?: string; quoteId?: number; cardId?: number }

/** Leads people through the journey, all of them one step at a time, because codes and reading take machine time. */
export async function prepareBorrowers(app: App, providers: ScriptedProviders, machine: FixedClock, count: number): Promise<Borrower[]> {
  const people = Array.from({ length: count }, (_, number): Person => ({ number, mobile: `1380000${String(1_000 + number)}` }))
  const each = (step: (person: Person) => Promise<void>) => forEach(people, step)
  const call = (endpoint: Endpoint, person: Person, given: Given = {}) => callApp(app, endpoint, { ...given, token: person.token })
  const agreed = async (scene: string) =>
    agreedTexts.parse(await callApp(app, api.agreement.current, { query: `?scene=${scene}` })).texts.map(plain)
  const texts = {
    login: await agreed('login'),
    idCard: await agreed('idCard'),
    face: await agreed('face'),
    apply: await agreed('apply'),
    bindCard: await agreed('bindCard'),
  }

  await each((person) => call(api.session.sendCode, person, { body: { mobile: person.mobile, purpose: 'login' } }).then(() => undefined))
  const loginCodes = codesSent(providers)
  await each(async (person) => {
    const body = { mobile: person.mobile, authCode: loginCodes.get(person.mobile), agreed: texts.login }
    person.token = z.object({ token: z.string() }).parse(await call(api.session.registerAndLogin, person, { body })).token
  })
  await each(async (person) => {
    for (const side of ['front', 'back']) await call(api.apply.readIdCard, person, { body: { side, image: photo, agreed: texts.idCard } })
    const identity = { name: '测试', idNumber: idNumberOf(person.number), validFrom: '2016-03-07', validTo: '2036-03-07' }
    await call(api.apply.confirmIdentity, person, { body: identity })
    await call(api.apply.face, person, { body: { image: photo, agreed: texts.face } })
    await call(api.apply.submitProfile, person, { body: api.apply.submitProfile.example.body })
    await call(api.apply.submit, person, { body: { agreed: texts.apply } })
  })
  await each(async (person) => {
    const bind = z
      .object({ bindId: z.number() })
      .parse(await call(api.card.startBind, person, { body: { cardNumber: cardNumberOf(person.number), mobile: person.mobile } }))
    const bound = await call(api.card.confirmBind, person, {
      body: { bindId: bind.bindId, authCode: scriptedBankCode, agreed: texts.bindCard },
    })
    person.cardId = z.object({ cardId: z.number() }).parse(bound).cardId
  })
  const terms = { productId: 101, amountFen: 1_000_000, periods: 12, use: '01' }
  const quotes = new Map<Person, unknown[]>()
  await each(async (person) => {
    const quote = agreedTexts.extend({ quoteId: z.number() }).parse(await call(api.borrow.quote, person, { body: terms }))
    person.quoteId = quote.quoteId
    quotes.set(person, quote.texts.map(plain))
  })
  machine.pass(120_000)
  await each((person) =>
    call(api.borrow.sign, person, { body: { quoteId: person.quoteId, agreed: quotes.get(person) } }).then(() => undefined),
  )
  await each((person) => {
    const { quoteId, cardId } = person
    return call(api.session.sendCode, person, { body: { purpose: 'withdraw', quoteId, cardId } }).then(() => undefined)
  })
  const codes = codesSent(providers)
  return people.map(({ token = '', quoteId = 0, cardId = 0, mobile }) => ({ token, quoteId, cardId, authCode: codes.get(mobile) ?? '' }))
}

/** Makes a loan; true when the answer says so. */
export async function borrow(app: App, { token, quoteId, cardId, authCode }: Borrower): Promise<void> {
  await callApp(app, api.borrow.borrow, { token, body: { quoteId, cardId, authCode }, key: `bench-borrow-${quoteId}` })
}

export async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

type Given = { body?: unknown; query?: string; token?: string | undefined; key?: string }

async function callApp(app: App, { method, path }: Endpoint, { body, query = '', token, key }: Given): Promise<unknown> {
  const answer = await app.http.inject({
    method,
    url: `${constants.apiPrefix}${path}${query}`,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'bench',
      ...(token === undefined ? {} : { 'x-user-token': token }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  const { code, msg, data } = answered.parse(answer.json())
  if (code !== 0) throw new Error(`${method} ${path} was refused: ${msg}`)
  return data
}

/** The newest code of each phone. */
function codesSent({ sms }: ScriptedProviders): Map<string, string> {
  return new Map(sms.send.calls.map(({ mobile, text }) => [mobile, /(?<!\d)\d{4,8}(?!\d)/.exec(text)?.[0] ?? '']))
}

function plain({ key, version, sha256 }: { key: string; version: string; sha256: string }) {
  return { key, version, sha256 }
}

function idNumberOf(number: number): string {
  const first = `1101011990030${String(1 + Math.floor(number / 999))}${String(number % 999).padStart(3, '0')}`
  return first + checkDigitOf(first)
}

function cardNumberOf(number: number): string {
  return `622202${String(number).padStart(10, '0')}`
}
