import { parseMobile } from '@fyh/base/chinese-data.ts'
import type { MobileIndex } from '../collect/mobile-index.ts'
import type { Subject } from './forget.ts'

/** Who is to be forgotten, and the keyed index under which the wish is recorded. */
export type Named = { readonly subject: Subject; readonly subjectIndex: string }

/** By the id of a user; undefined for what is none. */
export function userNamed(text: string, mobileIndex: MobileIndex): Named | undefined {
  const userId = text.trim()
  return /^[\w-]{1,30}$/.test(userId) ? { subject: { userId }, subjectIndex: mobileIndex(`user ${userId}`) } : undefined
}

/** By a phone number; undefined for what is none. */
export function phoneNamed(text: string, mobileIndex: MobileIndex): Named | undefined {
  const mobile = parseMobile(text)
  return mobile === undefined ? undefined : phoneIndexNamed(mobileIndex(mobile))
}

/** By the index of a phone number, where the number itself is to be handed on no further. */
export const phoneIndexNamed = (index: string): Named => ({ subject: { mobileIndex: index }, subjectIndex: index })
