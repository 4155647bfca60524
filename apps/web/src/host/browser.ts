import type { Host, HostSurroundings } from './port.ts'

/** A plain browser: history and address bar are its own business. */
export const browserHost = ({ userAgent }: Pick<HostSurroundings, 'userAgent'>): Host => ({
  kind: 'browser',
  traceName: phoneName(userAgent),
  isNativeApp: false,
  titleBar: 'never',
  goHome: () => false,
  back: () => false,
  setHeader: () => undefined,
  login: () => undefined,
})

function phoneName(userAgent: string): Host['traceName'] {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  return /Android/.test(userAgent) ? 'android' : 'h5'
}
