import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import type { Identity } from './identities.ts'

const lifeMs = 2 * 3_600_000
const shape = z.object({ appId: z.string(), openId: z.string(), unionId: z.string(), until: z.int() })

/** Proves on any node, to this server alone, that a visit authorised as an openId: the identity and a keyed hash over it. */
export function ticketFor({ seal, clock }: Pick<Deps, 'seal' | 'clock'>, identity: Identity): string {
  const { appId, openId, unionId } = identity
  const until = clock.machineNow().getTime() + lifeMs
  const text = Buffer.from(JSON.stringify({ appId, openId, unionId, until })).toString('base64url')
  return `${text}.${seal.blindIndex('messengerTicket', text).toString('base64url')}`
}

/** Undefined for one that we did not give, or whose time is over. */
export function readTicket({ seal, clock }: Pick<Deps, 'seal' | 'clock'>, ticket: string): Identity | undefined {
  const [text = '', given = ''] = ticket.split('.')
  const right = seal.blindIndex('messengerTicket', text)
  const mark = Buffer.from(given, 'base64url')
  if (mark.length !== right.length || !timingSafeEqual(mark, right)) return undefined
  const { until, ...identity } = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  return until > clock.machineNow().getTime() ? identity : undefined
}
