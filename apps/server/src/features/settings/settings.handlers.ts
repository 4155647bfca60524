import { civilDateAt } from '@fyh/base/dates.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { constants } from '@fyh/contract/options.ts'
import type { settings } from '@fyh/contract/settings.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Db, Deps, SliceHandlers, Tx } from '#platform/deps.ts'
import { requireAgreed } from '../agreement/agreement.ts'
import { sendMessage } from '../message/message.ts'
import { mobileOf, proveCode } from '../session/session.ts'
import { giveLocation, locationGivenAt, withdrawLocation } from './location.sql.ts'
import { findPassword, putPassword, writeAskAbove } from './pay-password.sql.ts'
import { hashedPassword, provePayPassword, wrongTriesMax } from './pay-password.ts'
import { isWeakPassword } from './weak-password.ts'

type State = DataOf<typeof settings.payPassword>

export function settingsHandlers(deps: Deps): SliceHandlers<typeof settings> {
  const { db, clock } = deps
  return {
    payPassword: ({ ctx: { userId } }) => stateOf(db, deps, userId),

    async setPayPassword({ body: { password, authCode }, ctx: { userId } }) {
      await requireStrong(deps, userId, password)
      const hashed = await hashedPassword(password)
      return transaction(db, async (tx) => {
        await proveCode(tx, deps, { userId, purpose: 'payPassword', code: authCode })
        await putPassword(tx, { userId, ...hashed, setAt: clock.now() })
        await sendMessage(tx, deps, { userId, kind: 'payPasswordSet', params: {}, once: `payPasswordSet:${deps.ids()}` })
        return stateOf(tx, deps, userId)
      })
    },

    async changePayPassword({ body: { password, newPassword }, ctx: { userId } }) {
      await requireSet(deps, userId)
      await provePayPassword(deps, userId, password)
      await requireStrong(deps, userId, newPassword)
      const hashed = await hashedPassword(newPassword)
      return transaction(db, async (tx) => {
        await putPassword(tx, { userId, ...hashed, setAt: clock.now() })
        await sendMessage(tx, deps, { userId, kind: 'payPasswordSet', params: {}, once: `payPasswordSet:${deps.ids()}` })
        return stateOf(tx, deps, userId)
      })
    },

    async askPayPassword({ body: { password, askAboveFen }, ctx: { userId } }) {
      await requireSet(deps, userId)
      await provePayPassword(deps, userId, password)
      await writeAskAbove(db, userId, askAboveFen)
      return stateOf(db, deps, userId)
    },

    location: async ({ ctx: { userId } }) => consentOf(await locationGivenAt(db, userId)),

    giveLocation: ({ body: { agreed }, ctx }) =>
      transaction(db, async (tx) => {
        await requireAgreed(tx, deps, { userId: ctx.userId, scene: 'location', agreed, ctx })
        return consentOf(await giveLocation(tx, ctx.userId, clock.machineNow()))
      }),

    async withdrawLocation({ ctx: { userId } }) {
      await withdrawLocation(db, userId, clock.machineNow())
      return consentOf(undefined)
    },
  }
}

const consentOf = (givenAt: Date | undefined) => ({ givenAt: givenAt?.toISOString() ?? null })

async function stateOf(db: Db | Tx, { clock }: Pick<Deps, 'clock'>, userId: number): Promise<State> {
  const known = await findPassword(db, userId)
  if (known === undefined) return { isSet: false, digits: constants.shortPasswordLength, askAboveFen: null, isLocked: false }
  const isLocked = known.wrongOn === civilDateAt(clock.machineNow()) && known.wrongTries >= wrongTriesMax
  return { isSet: true, digits: known.digits, askAboveFen: known.askAboveFen, isLocked }
}

async function requireSet({ db }: Deps, userId: number): Promise<void> {
  if ((await findPassword(db, userId)) === undefined) fail('PAYMENT_PASSWORD_NOT_SET')
}

async function requireStrong(deps: Deps, userId: number, password: string): Promise<void> {
  if (isWeakPassword(password, await mobileOf(deps.db, deps, userId))) fail('PAYMENT_PASSWORD_WEAK')
}
