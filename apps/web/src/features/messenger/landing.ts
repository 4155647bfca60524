let landing: string | undefined

/** The address the page was opened with, before anything was taken out of it. */
export function rememberLanding(address: string): void {
  landing ??= withoutHash(address)
}

/**
 * WX-05: the address that the messenger checks the signature of. On an iPhone it goes by the one the page was opened with, however
 * far the application has moved on since; elsewhere by the present one.
 */
export const addressToSign = ({ userAgent, address }: { userAgent: string; address: string }): string =>
  /iPhone|iPad|iPod/.test(userAgent) ? (landing ?? withoutHash(address)) : withoutHash(address)

const withoutHash = (address: string): string => address.split('#')[0] ?? ''
