import { makeLog } from '@fyh/serve/log.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#app.ts'
import { must } from '#platform/test-borrower.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { capitalJobs } from './capital.jobs.ts'
import { askAgain, borrowerOfPartners, handedIn, inApp, ownPage, statusOf } from './test-partner.ts'

let server: TestServer
/** Another node on the same database. */
let node: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
  const config = { ...server.deps.config, nodeId: 1 }
  node = await createApp({
    config,
    log: makeLog({ name: 'node', level: 'silent' }),
    machine: server.machine,
    providers: server.providers,
    superviseJobs: false,
  })
})
afterAll(async () => {
  await node.close()
  await server.close()
})

const lender = () => server.providers.lender(inApp)
const sentOf = (applicationId: number) => lender().apply.calls.filter(({ key }) => key.startsWith(`apply-${applicationId}-`))

test('a job that is lost with its process is made up by the round, on whichever node', async () => {
  const who = await borrowerOfPartners(server)
  const { applicationId } = await handedIn(server, who)
  await sql`delete from pgboss.job where name = 'capital.ask'`.execute(server.db)
  server.machine.pass(60_000)
  await capitalJobs(node.deps)['capital.sweep']?.work({})
  expect(sentOf(applicationId)).toHaveLength(1)
  expect(await statusOf(server, who, applicationId)).toBe('reviewing')
  await server.deliverNotices()
})

test('a crash between sending and writing down what came of it is asked after, and nothing is sent twice', async () => {
  const who = await borrowerOfPartners(server)
  const { applicationId } = await handedIn(server, who)
  const apply = lender().apply
  // The partner got it, and the process dies before the answer.
  const dying = {
    ...server.deps,
    providers: {
      ...server.providers,
      lender: (lenderId: number) => ({
        ...server.providers.lender(lenderId),
        apply: async (request: Parameters<typeof apply>[0]) => {
          await apply(request)
          throw new Error('the process died')
        },
      }),
    },
  }
  await expect(capitalJobs(dying)['capital.ask']?.work({ userId: who.userId, applicationId })).rejects.toThrow('died')
  expect(await statusOf(server, who, applicationId)).toBe('submitted')
  await askAgain(server)
  expect(await statusOf(server, who, applicationId)).toBe('reviewing')
  expect(sentOf(applicationId)).toHaveLength(1)
  await server.deliverNotices()
  expect(await statusOf(server, who, applicationId)).toBe('approved')
})

test('two nodes that work at once send an application once', async () => {
  const who = await borrowerOfPartners(server)
  const { applicationId } = await handedIn(server, who)
  const data = { userId: who.userId, applicationId }
  await Promise.all([server.deps, node.deps, server.deps, node.deps].map((deps) => capitalJobs(deps)['capital.ask']?.work(data)))
  expect(sentOf(applicationId)).toHaveLength(1)
  await server.deliverNotices()
})

test('a crash while cancelling leaves it cancelling, and the next round goes on', async () => {
  const who = await borrowerOfPartners(server)
  const { applicationId } = await handedIn(server, who)
  await server.runJobs()
  expect(must(await server.call('capital', 'next', { body: { applicationId } }, who)).next.capitalId).toBe(ownPage)
  const dying = {
    ...server.deps,
    providers: {
      ...server.providers,
      lender: (lenderId: number) => ({
        ...server.providers.lender(lenderId),
        cancelApply: async () => {
          throw new Error('the process died')
        },
      }),
    },
  }
  await expect(capitalJobs(dying)['capital.ask']?.work({ userId: who.userId, applicationId })).rejects.toThrow('died')
  expect(await statusOf(server, who, applicationId)).toBe('cancelling')
  await askAgain(server)
  expect(await statusOf(server, who, applicationId)).toBe('cancelled')
})
