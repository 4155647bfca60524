import type { ErrorCode } from '@fyh/contract/errors.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { MessengerReason } from '#providers/messenger/port.ts'

type NotOk = { readonly answer: 'refused'; readonly reason: MessengerReason } | { readonly answer: 'unknown' }

const codes = {
  codeUsed: 'MESSENGER_CODE_USED',
  codeInvalid: 'MESSENGER_CODE_INVALID',
  busy: 'MESSENGER_BUSY',
  // The token was renewed once already when this is what remains.
  tokenInvalid: 'MESSENGER_BUSY',
  notAllowed: 'MESSENGER_NOT_ALLOWED',
} as const satisfies Record<MessengerReason, ErrorCode>

/** What a person is told of an answer of the messenger that is not ok. */
export const refuse = (answer: NotOk): never => fail(answer.answer === 'unknown' ? 'VENDOR_UNAVAILABLE' : codes[answer.reason])
