import { createHmac } from 'node:crypto'

export type MobileIndex = (mobile: string) => string

/** The blind index of a phone number of eleven digits: equal numbers have equal indexes, and without the key nobody can try numbers out. */
export function openMobileIndex(key: string): MobileIndex {
  return (mobile) => createHmac('sha256', key).update(`mobile:${mobile}`).digest('base64url')
}
