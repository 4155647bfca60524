import { isLenderParty, type LenderParty, lenderIdOf } from '@fyh/base/lender-party.ts'
import type { VendorSecrets } from '@fyh/base/vendor-parties.ts'
import { linkHolds, sign, signLink } from '@fyh/serve/signed.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { applicationEnds, placeApplication } from '../applications.ts'
import { type Deps, inTransaction } from '../store.ts'
import { applyPage, faultPage, type Visit } from './lender-page.ts'

const opened = z.object({ reference: z.string().max(80), at: z.string().regex(/^\d{13}$/), signature: z.string().max(80) })
const chosen = z.object({ reference: z.string().max(80), end: z.enum([...applicationEnds, 'leave']) })
const fetched = z.object({
  key: z.string(),
  amountFen: z.int(),
  periods: z.int(),
  data: z.record(z.string(), z.unknown()),
  noticeUrl: z.string(),
  returnUrl: z.string(),
})
const answer = z.object({ code: z.int(), error: z.string().optional(), data: z.unknown() })

/** How old the address may be that the page is opened with. */
const openMinutes = 5

type Settings = { readonly secrets: VendorSecrets; readonly apiUrl: string }

/**
 * The page of a partner that has one of its own. The address carries a signed reference and no data; the page fetches those with the reference, once,
 * by a signed call. The answers are links, because the response to a form can't redirect to another origin.
 */
export function lenderPages(app: FastifyInstance, deps: Deps, settings: Settings): void {
  app.get<{ Params: { party: string } }>('/partner/:party', async (request, reply) => {
    const { party } = request.params
    const link = opened.safeParse(request.query)
    if (!isLenderParty(party) || !link.success) return fault(reply, 'wrong')
    const { reference, at, signature } = link.data
    if (!linkHolds({ purpose: 'handOver', reference, outcome: '', at, signature }, settings.secrets(party))) return fault(reply, 'wrong')
    const known = await visitOf(deps, party, reference)
    if (known !== undefined) return show(reply, known)
    if (Math.abs(deps.clock.machineNow().getTime() - Number(at)) > openMinutes * 60_000) return fault(reply, 'expired')
    const got = await fetchData(deps, settings, { party, reference })
    if (typeof got === 'string') return fault(reply, got)
    await keepVisit(deps, got)
    return show(reply, got)
  })
  app.get<{ Params: { party: string } }>('/partner/:party/decide', async (request, reply) => {
    const { party } = request.params
    const choice = chosen.safeParse(request.query)
    const visit = isLenderParty(party) && choice.success ? await visitOf(deps, party, choice.data.reference) : undefined
    if (visit === undefined || !choice.success) return fault(reply, 'wrong')
    const { end } = choice.data
    if (end !== 'leave')
      await inTransaction(deps.pool, (tx) =>
        placeApplication(tx, deps, { port: visit.party, key: visit.key, amountFen: visit.amountFen, noticeUrl: visit.noticeUrl, end }),
      )
    return reply.redirect(returnTo(deps, settings, visit, end === 'leave' ? 'cancelled' : 'done'), 302)
  })
}

function returnTo({ clock }: Deps, { secrets }: Settings, { party, reference, returnUrl }: Visit, outcome: string): string {
  const at = String(clock.machineNow().getTime())
  const address = new URL(returnUrl)
  const signature = signLink({ purpose: 'return', reference, outcome, at }, secrets(party)[0])
  for (const [name, value] of Object.entries({ reference, outcome, at, signature })) address.searchParams.set(name, value)
  return address.href
}

type Fault = 'wrong' | 'used' | 'expired' | 'refused' | 'noAnswer'
const faults: Readonly<Record<string, Fault>> = { HAND_OVER_UNKNOWN: 'wrong', HAND_OVER_USED: 'used', HAND_OVER_EXPIRED: 'expired' }

/** What the borrower agreed to share, or why there is none. */
async function fetchData(
  { clock }: Deps,
  { secrets, apiUrl }: Settings,
  { party, reference }: { party: LenderParty; reference: string },
): Promise<Visit | Fault> {
  const url = new URL('/api/fyh/callback/lender/handOver', apiUrl)
  const body = JSON.stringify({ lenderId: lenderIdOf(party), reference })
  const signed = sign({ method: 'POST', path: url.pathname, body, secret: secrets(party)[0], at: clock.machineNow() })
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(5_000),
    })
    const said = answer.parse(await response.json())
    if (said.code !== 0) return faults[said.error ?? ''] ?? 'refused'
    return { party, reference, ...fetched.parse(said.data) }
  } catch {
    return 'noAnswer'
  }
}

async function keepVisit({ pool, clock }: Deps, visit: Visit): Promise<void> {
  await pool.query(
    `insert into partner_visit (reference, port, key, amount_fen, periods, data, notice_url, return_url, opened_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (reference) do nothing`,
    [
      visit.reference,
      visit.party,
      visit.key,
      visit.amountFen,
      visit.periods,
      JSON.stringify(visit.data),
      visit.noticeUrl,
      visit.returnUrl,
      clock.machineNow(),
    ],
  )
}

async function visitOf({ pool }: Deps, party: LenderParty, reference: string): Promise<Visit | undefined> {
  const { rows } = await pool.query<Omit<Visit, 'party'>>(
    `select reference, key, amount_fen as "amountFen", periods, data, notice_url as "noticeUrl", return_url as "returnUrl"
       from partner_visit where reference = $1 and port = $2`,
    [reference, party],
  )
  return rows[0] && { ...rows[0], party }
}

const show = (reply: FastifyReply, visit: Visit) => reply.type('text/html').header('cache-control', 'no-store').send(applyPage(visit))
const fault = (reply: FastifyReply, why: Fault) =>
  reply
    .code(why === 'noAnswer' ? 502 : 400)
    .type('text/html')
    .header('cache-control', 'no-store')
    .send(faultPage(why))
