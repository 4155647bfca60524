/** Ports to outside parties that the sandbox can stand in for. */
export const standInPorts = ['sms', 'ocr', 'face', 'bank', 'payment', 'lender'] as const
/** What ALLOW_STAND_INS can name. */
export const standIns = [...standInPorts, 'messenger', 'dev-tools'] as const
export type StandIn = (typeof standIns)[number]

type Environment = Readonly<Record<string, string | undefined>>

export const isProduction = ({ NODE_ENV }: { readonly NODE_ENV?: string | undefined }): boolean => NODE_ENV === 'production'

/** Splits a list of names at its commas. */
export const namesIn = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Returns the stand-ins that production runs on because ALLOW_STAND_INS names them. Throws an error that names the stand-ins in use that are not allowed. */
export function allowedStandIns(environment: Environment): StandIn[] {
  if (!isProduction(environment)) return []
  const allowed = namesIn(environment.ALLOW_STAND_INS)
  const unknown = allowed.filter((name) => !standIns.some((standIn) => standIn === name))
  if (unknown.length > 0)
    throw new Error(`ALLOW_STAND_INS: ${unknown.join(', ')} does not name a stand-in; choose from ${standIns.join(', ')}`)
  const used = standInsInUse(environment)
  const refused = used.filter(({ standIn }) => !allowed.includes(standIn))
  if (refused.length > 0)
    throw new Error(
      [
        'NODE_ENV=production requires each stand-in to be allowed by name. Not allowed:',
        ...refused.map(({ setting }) => `  ${setting}`),
        `Configure real providers, or allow these: ALLOW_STAND_INS=${used.map(({ standIn }) => standIn).join(',')}`,
      ].join('\n'),
    )
  return used.map(({ standIn }) => standIn)
}

/** The messenger counts only where it is allowed: without a real one, production has none. */
function standInsInUse(environment: Environment): { standIn: StandIn; setting: string }[] {
  const { DEV_TOOLS = '', MESSENGER_API_URL = '', ALLOW_STAND_INS } = environment
  const ports = standInPorts.flatMap((port) => {
    const name = `PROVIDER_${port.toUpperCase()}`
    return (environment[name] || 'sandbox') === 'sandbox' ? [{ standIn: port, setting: `${name}=sandbox` }] : []
  })
  const hasMessenger = MESSENGER_API_URL === '' && namesIn(ALLOW_STAND_INS).includes('messenger')
  return [
    ...ports,
    ...(hasMessenger ? [{ standIn: 'messenger', setting: 'MESSENGER_API_URL is not set' } as const] : []),
    ...(['1', 'on'].includes(DEV_TOOLS) ? [{ standIn: 'dev-tools', setting: `DEV_TOOLS=${DEV_TOOLS}` } as const] : []),
  ]
}
