import { maskMobile } from '@fyh/base/chinese-data.ts'
import { addDays, type CivilDate, civilDateAt, isCivilDate } from '@fyh/base/dates.ts'
import type { session } from '@fyh/contract/session.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import { failFields } from '@fyh/serve/field-errors.ts'
import { codeLifeSeconds } from '#platform/codes/codes.ts'
import type { Db, Deps, Guest, SliceHandlers, Tx } from '#platform/deps.ts'
import { changeMobile } from './change-mobile.ts'
import { failWithChallenge, passCheck } from './check.ts'
import { codeRequest, type OrderAsked } from './code-request.ts'
import type { CodeOrder } from './code-texts.ts'
import { logInByPhone } from './log-in.ts'
import { endSession, endSessionsOf } from './session.sql.ts'
import { proveMobileCode, requireNoCodeWait, secondsToNextCode, sendCode, usableMobile } from './sms-codes.ts'
import { devicesOf } from './tokens.ts'

export type AgreedTexts = readonly { key: string; version: string; sha256: string }[]

/** What this slice needs of slices that themselves stand on it; handed in by the composition root. */
export type SessionNeighbours = {
  requireLoginTexts(tx: Tx, given: { userId: number; agreed: AgreedTexts; ctx: Guest }): Promise<void>
  welcome(tx: Tx, userId: number): Promise<void>
  maskedNameOf(tx: Tx | Db, userId: number): Promise<string | null>
  /** Refuses a new account through a channel that is closed today. */
  requireOpenChannel(channelCode: string): void
  /** Keeps whose invite code led to a login. */
  invited(tx: Tx, login: { userId: number; isNew: boolean; inviteCode: string }): Promise<void>
  /** The order that a code is asked for; refuses a quote, a loan or a card that is not the borrower's. */
  codeOrder(asked: OrderAsked & { readonly userId: number }): Promise<CodeOrder>
  /** Reports a changed login phone to its borrower. */
  reportPhone(tx: Tx, change: { userId: number; changeId: number; newMobileMask: string }): Promise<void>
  moveClock(to: CivilDate): Promise<void>
}

export function sessionHandlers(deps: Deps, neighbours: SessionNeighbours): SliceHandlers<typeof session> {
  return {
    checkMobile: async ({ body }) => {
      const mobile = await usableMobile(deps, body.mobile)
      return {
        mobileMask: maskMobile(mobile),
        smsCodeDigits: deps.config.smsCodeDigits,
        waitSeconds: await secondsToNextCode(deps, { mobile, purpose: 'login' }),
      }
    },
    sendCode: async ({ body, ctx }) => {
      const { mobile, confirmed } = await codeRequest(deps, neighbours, body, ctx)
      const { address, language } = ctx
      await requireNoCodeWait(deps, { mobile, purpose: confirmed.purpose })
      const check = 'check' in body ? body.check : undefined
      if (check !== undefined) await passCheck(deps, { mobile, address, language }, check)
      const outcome = await sendCode(deps, {
        mobile,
        address,
        language,
        brand: body.productType,
        isChecked: check !== undefined,
        ...confirmed,
      })
      if (outcome === 'unusual') await failWithChallenge(deps, { mobile, address, language }, 'CHECK_REQUIRED')
      return {
        smsCodeDigits: deps.config.smsCodeDigits,
        waitSeconds: deps.config.smsWaitSeconds,
        expiresInSeconds: codeLifeSeconds,
        mobileMask: maskMobile(mobile),
      }
    },
    registerAndLogin: async ({ body, ctx }) => {
      const mobile = await usableMobile(deps, body.mobile)
      const guest = { ...ctx, channelCode: body.channelCode ?? ctx.channelCode }
      return transaction(deps.db, async (tx) => {
        await proveMobileCode(tx, deps, { mobile, purpose: 'login', code: body.authCode, address: ctx.address })
        const came = { guest, brand: body.productType, firstChannelCode: body.firstChannelCode, inviteCode: body.inviteCode }
        return logInByPhone(tx, deps, neighbours, { mobile, agreed: body.agreed, ...came })
      })
    },
    logout: async ({ ctx }) => {
      await endSession(deps.db, ctx.sessionId)
      return {}
    },
    devices: async ({ ctx }) => ({ devices: await devicesOf(deps, ctx) }),
    endDevice: async ({ body, ctx }) => {
      await endSessionsOf(deps.db, ctx.userId, 'id' in body ? { only: body.id } : { allBut: ctx.sessionId })
      return {}
    },
    changeMobile: async ({ body, ctx }) => changeMobile(deps, neighbours, body, ctx),
    clock: async () => timeNow(deps),
    moveClock: async ({ body }) => {
      if (!isCivilDate(body.today)) failFields([{ field: 'today', reason: 'format' }])
      const from = civilDateAt(deps.clock.now())
      if (body.today < from) fail('CLOCK_ONLY_FORWARD')
      const last = addDays(from, farthestMoveDays)
      if (body.today > last) failTooFar(last)
      await neighbours.moveClock(body.today)
      return timeNow(deps)
    },
  }
}

/** Every day on the way is closed before the answer, so a typing mistake in the year must not keep the server busy for good. */
const farthestMoveDays = 3_660

function failTooFar(last: CivilDate): never {
  fail('INPUT_INVALID', {
    fields: [{ field: 'today', reason: 'tooLarge' }],
    words: {
      'zh-cn': { field: '业务日期', reason: `一次最多调到 ${last}` },
      'en-us': { field: 'the business date', reason: `it goes no farther than ${last} at a time` },
    },
  })
}

const timeNow = ({ clock }: Deps) => ({ today: civilDateAt(clock.now()), now: clock.now().toISOString() })
