import type { CheckChallenge } from '@fyh/contract/sms-check.ts'
import { isRefusal } from '#platform/api.ts'

/** The challenge that came with a refusal to send a code; undefined for every other failure. */
export function challengeOf(failure: unknown): CheckChallenge | undefined {
  if (!isRefusal(failure, 'CHECK_REQUIRED', 'CHECK_WRONG', 'CHECK_EXPIRED')) return undefined
  const { challenge } = failure.detail
  return isChallenge(challenge) ? challenge : undefined
}

const texts = ['checkId', 'picture', 'piece', 'question']
const sizes = ['width', 'height', 'pieceSize', 'pieceY']

function isChallenge(value: unknown): value is CheckChallenge {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map(Object.entries(value))
  return texts.every((name) => typeof fields.get(name) === 'string') && sizes.every((name) => typeof fields.get(name) === 'number')
}
