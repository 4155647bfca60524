import { assert } from '@fyh/base/assert.ts'
import { channelCodePattern, channelParty } from '@fyh/base/channel-party.ts'
import { lenderParty } from '@fyh/base/lender-party.ts'
import { isVendorParty, type VendorParty } from '@fyh/base/vendor-parties.ts'
import { constants } from '@fyh/contract/options.ts'
import { languageOf } from '@fyh/serve/language.ts'
import { verify } from '@fyh/serve/signed.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps, Guest, User } from './deps.ts'

/** R7.2: what the headers tell of a visitor. */
export function guestOf(request: FastifyRequest, userOf: (guest: Guest) => Promise<User | undefined>): Guest {
  const accepted = request.headers['accept-language']
  const language = languageOf(accepted)
  const guest = {
    language,
    namedLanguage: accepted === undefined ? undefined : language,
    address: request.clientAddress,
    device: header(request, 'user-agent', 200),
    channelCode: channelOf(header(request, 'channel', 40)),
    place: placeOf(header(request, 'gps', 60)),
    messengerAppId: header(request, 'x-user-appid', 40) || undefined,
    visit: {
      traceId: header(request, 'traceid', 40),
      tailId: header(request, 'tailid', 40),
      generateId: header(request, 'generateid', 60),
      eventId: header(request, 'eventid', 40),
    },
  }
  return { ...guest, user: () => userOf(guest) }
}

/** `lat,lng` in degrees; undefined for the empty header of a visit without a place, and for anything that is none. */
export function placeOf(gps: string): Guest['place'] {
  const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(gps)?.map(Number) ?? []
  if (latitude === undefined || longitude === undefined || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  return { latitude, longitude }
}

export const tokenOf = (request: FastifyRequest): string | undefined => header(request, 'x-user-token', 100) || undefined

function header(request: FastifyRequest, name: string, most: number): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value.slice(0, most) : ''
}

/** An invalid channel header counts as absent. */
const channelOf = (text: string): string => (channelCodePattern.test(text) ? text : constants.channelCodeDefault)

/** A call-back counts when the vendor's signature holds and its nonce is new, on whichever node it arrives. */
export async function vendorHolds({ db, clock, config, log }: Deps, request: FastifyRequest): Promise<boolean> {
  const party = partyOf(request)
  const verdict = await verify({
    method: request.method,
    path: request.originalUrl,
    body: request.sentBody ?? '',
    headers: request.headers,
    secrets: party === undefined ? [] : config.vendorSecrets(party),
    now: clock.machineNow(),
    remember: async (nonce, until) => {
      const row = await db
        .insertInto('vendor_nonce')
        .values({ nonce, until })
        .onConflict((conflict) => conflict.column('nonce').doNothing())
        .returning('nonce')
        .executeTakeFirst()
      return row !== undefined
    },
  })
  if (verdict !== 'ok') log.warn({ verdict, path: request.routeOptions.url }, 'a callback was rejected')
  return verdict === 'ok'
}

/**
 * The party that a call is from: paths of call-backs are /fyh/callback/<port>/<method>, and the body names the lender; the body of a call to
 * a path of union login names the channel. Undefined where it names none, so that no signature holds.
 */
function partyOf(request: FastifyRequest): VendorParty | undefined {
  if (request.routeOptions.url?.includes('/flow/unionLogin/') === true) return channelNamedIn(request.body)
  const named = /\/callback\/(\w+)\//.exec(request.routeOptions.url ?? '')?.[1] ?? ''
  if (named === 'lender') return lenderNamedIn(request.body)
  assert(isVendorParty(named), `the path ${request.routeOptions.url} names no party`)
  return named
}

const namesLender = z.object({ lenderId: z.int().positive() })

function lenderNamedIn(body: unknown): VendorParty | undefined {
  const { data } = namesLender.safeParse(body)
  return data && lenderParty(data.lenderId)
}

const namesChannel = z.object({ channelCode: z.string().regex(channelCodePattern) })

function channelNamedIn(body: unknown): VendorParty | undefined {
  const { data } = namesChannel.safeParse(body)
  return data && channelParty(data.channelCode)
}
