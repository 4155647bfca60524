import { fen } from '@fyh/base/money.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { withTier } from '#platform/test-loan.ts'
import type { TestServer } from '#platform/test-server.ts'
import { capitalJobs } from './capital.jobs.ts'

type Token = { readonly token: string }
type Wanted = { readonly capitalId?: number; readonly amountFen?: number; readonly periods?: 3 | 6 | 9 | 12 }

/** The partner that is applied to in the app, and the one with a page of its own. */
export const inApp = 4
export const ownPage = 5

export const goodForm = { employer: '示例公司', workYears: '3', housing: 'rent' }

/** A borrower with a card and a limit in a tier to which every partner lends. */
export async function borrowerOfPartners(server: TestServer): Promise<TestBorrower> {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower, 'C')
  return borrower
}

/** Asks for an application, with the consent as the page shows it. */
export async function askToOpen(server: TestServer, who: Token, { capitalId = inApp, amountFen = 1_000_000, periods = 12 }: Wanted = {}) {
  const { consentText } = must(await server.call('capital', 'detail', { params: { id: capitalId }, query: {} }, who))
  const { key, version, sha256 } = consentText
  const body = { capitalId, agreed: [{ key, version, sha256 }], amountFen: fen(amountFen), periods, use: '01' as const }
  return server.call('capital', 'open', { body }, who)
}

export const opened = async (server: TestServer, who: Token, wanted: Wanted = {}) => must(await askToOpen(server, who, wanted))

/** An application that was handed in and is not sent yet. */
export async function handedIn(server: TestServer, who: Token, wanted: Wanted = {}) {
  const { applicationId } = await opened(server, who, wanted)
  return must(await server.call('capital', 'submit', { body: { applicationId, values: goodForm } }, who))
}

/** Lets partners receive what was sent to them, decide, and send their notices. */
export async function decided(server: TestServer): Promise<void> {
  await server.runJobs()
  await server.deliverNotices()
  await server.runJobs()
}

/** An application that its partner has approved. */
export async function approved(server: TestServer, who: Token, wanted: Wanted = {}) {
  const { applicationId } = await handedIn(server, who, wanted)
  await decided(server)
  return must(await server.call('capital', 'result', { query: { applicationId } }, who))
}

export async function statusOf(server: TestServer, who: Token, applicationId: number) {
  return must(await server.call('capital', 'result', { query: { applicationId } }, who)).application?.status
}

/** Lets time pass until partners are asked again, and asks them. */
export async function askAgain(server: TestServer, minutes = 6): Promise<void> {
  server.machine.pass(minutes * 60_000)
  await capitalJobs(server.deps)['capital.sweep']?.work({})
  await server.runJobs()
}
