import type { Answer } from '../answer.ts'

/**
 * The messenger inside whose browser, or beside whose mini-programs, our pages run. Apps of ours are named by their app id; their
 * secrets stay with the adapter. Questions carry no key of ours: a code is its own, and works once.
 */
export type MessengerPort = {
  /** Who gave the code of an authorisation. codeUsed: it was exchanged before; codeInvalid: never given, too old, or another app's. */
  exchange(request: ExchangeCode): Promise<ExchangeAnswer>
  /** What other calls of an official account are made with. */
  accessToken(request: { readonly appId: string }): Promise<LentAnswer>
  /** What addresses are signed with for the messenger's script. */
  scriptTicket(request: { readonly accessToken: string }): Promise<LentAnswer>
  /** Whether a person follows the official account. */
  follows(request: { readonly accessToken: string; readonly openId: string }): Promise<FollowsAnswer>
}

/** busy: too many calls, or overloaded; tokenInvalid: the access token has been replaced; notAllowed: everything else it says no to. */
export type MessengerReason = 'codeUsed' | 'codeInvalid' | 'busy' | 'tokenInvalid' | 'notAllowed'
export type ExchangeCode = { readonly appId: string; readonly code: string }
/** `unionId` is '' where the messenger gives none. */
export type ExchangeAnswer = Answer<{ readonly openId: string; readonly unionId: string }, MessengerReason>
export type LentAnswer = Answer<{ readonly value: string; readonly lifeSeconds: number }, MessengerReason>
export type FollowsAnswer = Answer<{ readonly follows: boolean }, MessengerReason>
