import { read } from './bridge.ts'
import type { HostIdentity } from './port.ts'

export const textOf = (data: unknown): string | undefined =>
  typeof data === 'string' && data !== '' && data.length <= 40 ? data : undefined

export const yesOf = (data: unknown): boolean | undefined => (typeof data === 'boolean' ? data : undefined)

/** `{ token, user? }`; an empty token says that nobody is logged in. */
export function identityOf(data: unknown): HostIdentity | undefined {
  const { token, user } = read(data) ?? {}
  if (typeof token !== 'string') return undefined
  if (token === '') return { token: undefined }
  const { userId, mobile, name } = read(user) ?? {}
  if (typeof userId !== 'number' || typeof mobile !== 'string') return { token }
  return { token, user: { userId, mobile, name: typeof name === 'string' ? name : null } }
}

/** Characters of base64 for a picture of six megabytes. */
const imageLengthMax = 8 * 1024 * 1024

/** `{ image }`: a JPEG, PNG or WebP in base64. */
export function photoFile(data: unknown): File | undefined {
  const { image } = read(data) ?? {}
  if (typeof image !== 'string' || image === '' || image.length > imageLengthMax) return undefined
  try {
    const text = atob(image)
    return new File([Uint8Array.from(text, (character) => character.charCodeAt(0))], 'photo')
  } catch {
    return undefined
  }
}
