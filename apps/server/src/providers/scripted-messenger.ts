import type { ExchangeAnswer, ExchangeCode, FollowsAnswer, LentAnswer } from './messenger/port.ts'
import { scriptedCall } from './scripted-call.ts'

/** The apps that the scripted messenger knows. */
export const scriptedApps = { account: 'wxsandboxaccount', mini: 'wxsandboxmini' } as const

/** A messenger in memory: gives codes, exchanges each once, lends values that it takes back when told, and counts what it lent. */
export function scriptedMessenger() {
  const codes = new Map<string, { appId: string; person: string; isUsed: boolean }>()
  let lent = 0
  let inForce = ''
  const lend = (what: string): LentAnswer => {
    lent += 1
    return { answer: 'ok', value: `${what}-${lent}`, lifeSeconds: 7_200 }
  }
  return {
    exchange: scriptedCall<ExchangeCode, ExchangeAnswer>(({ appId, code }) => {
      const given = codes.get(code)
      if (given === undefined || given.appId !== appId) return { answer: 'refused', reason: 'codeInvalid' }
      if (given.isUsed) return { answer: 'refused', reason: 'codeUsed' }
      given.isUsed = true
      return { answer: 'ok', openId: scriptedOpenId(appId, given.person), unionId: `union-${given.person}` }
    }),
    accessToken: scriptedCall<{ readonly appId: string }, LentAnswer>(() => {
      const answer = lend('access')
      if (answer.answer === 'ok') inForce = answer.value
      return answer
    }),
    scriptTicket: scriptedCall<{ readonly accessToken: string }, LentAnswer>(({ accessToken }) =>
      accessToken === inForce ? lend('ticket') : { answer: 'refused', reason: 'tokenInvalid' },
    ),
    follows: scriptedCall<{ readonly accessToken: string; readonly openId: string }, FollowsAnswer>(({ accessToken, openId }) =>
      accessToken === inForce ? { answer: 'ok', follows: openId.endsWith('follower') } : { answer: 'refused', reason: 'tokenInvalid' },
    ),
    /** A code as the authorisation page gives it to a person. */
    codeOf: (appId: string, person: string): string => {
      const code = `${person}.${codes.size + 1}`
      codes.set(code, { appId, person, isUsed: false })
      return code
    },
    /** Another program of ours asked for a new access token, which ends the one in force. */
    replaceToken: () => {
      inForce = 'of another program'
    },
  }
}

/** Who a person is for an app. */
export const scriptedOpenId = (appId: string, person: string): string => `${appId}-${person}`
