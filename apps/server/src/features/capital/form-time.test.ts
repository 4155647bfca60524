import { addDays, today } from '@fyh/base/dates.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { must } from '#platform/test-borrower.ts'
import { moveTo } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { askAgain, askToOpen, borrowerOfPartners, goodForm, handedIn, inApp, opened, ownPage, statusOf } from './test-partner.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer({ settings: { LENDERS_ALWAYS_OPEN: '1' } })
})
afterEach(() => server.close())

const endedNews = async (who: { token: string }) =>
  must(await server.call('message', 'list', { query: {} }, who)).items.filter(({ kind }) => kind === 'partnerEnded')

test('R2.45 a form that is not handed in within seven days ends by itself, with one message; until then it names the day', async () => {
  const who = await borrowerOfPartners(server)
  const at = server.clock.now()
  const { applicationId, fillUntil } = await opened(server, who)
  const days = (Date.parse(fillUntil ?? '') - at.getTime()) / 86_400_000
  expect(days).toBeCloseTo(7, 2)
  const first = today(server.clock)
  await moveTo(server, addDays(first, 6))
  await askAgain(server)
  expect(await statusOf(server, who, applicationId)).toBe('filling')
  await moveTo(server, addDays(first, 8))
  const values = { body: { applicationId, values: goodForm } }
  expect(await server.call('capital', 'submit', values, who)).toMatchObject({ error: 'CAPITAL_STEP_NOT_OPEN' })
  await askAgain(server)
  await askAgain(server)
  expect(await statusOf(server, who, applicationId)).toBe('stopped')
  expect(await endedNews(who)).toHaveLength(1)
})

test('a form whose time is over holds up no other partner, also before the sweep', async () => {
  const who = await borrowerOfPartners(server)
  const { applicationId } = await opened(server, who, { capitalId: inApp })
  expect(await askToOpen(server, who, { capitalId: ownPage })).toMatchObject({ error: 'CAPITAL_OTHER_OPEN' })
  await moveTo(server, addDays(today(server.clock), 8))
  expect((await opened(server, who, { capitalId: ownPage })).status).toBe('filling')
  expect(await statusOf(server, who, applicationId)).toBe('stopped')
  expect(await endedNews(who)).toHaveLength(1)
})

test('one that was handed in has no such day and is not ended by it', async () => {
  const who = await borrowerOfPartners(server)
  const { applicationId, fillUntil, status } = await handedIn(server, who)
  expect([status, fillUntil]).toEqual(['submitted', null])
  await moveTo(server, addDays(today(server.clock), 8))
  expect(await statusOf(server, who, applicationId)).not.toBe('stopped')
})
