import { type Host, powerlessHost } from './port.ts'

/** A plain browser: history and address bar are its own business. */
export const browserHost = (clues: Phone): Host => ({ ...powerlessHost, traceName: phoneOf(clues) })

export type Phone = { readonly userAgent: string; readonly isTouch: boolean }

/** R1.5, R2.80. An iPad calls itself a Macintosh, but no Macintosh has a touch screen. */
export function phoneOf({ userAgent, isTouch }: Phone): Host['traceName'] {
  if (/iPhone|iPad|iPod/.test(userAgent) || (isTouch && /Macintosh/.test(userAgent))) return 'ios'
  return /Android/.test(userAgent) ? 'android' : 'h5'
}
