import { isLenderParty, type LenderParty, lenderIdOf, lenderParty, lenderSettings } from './lender-party.ts'

/** Ports to outside parties that the sandbox can stand in for. */
export const standInPorts = ['sms', 'ocr', 'face', 'bank', 'payment', 'benefit', 'lender', 'check'] as const
/** What ALLOW_STAND_INS can name, beside a single lender such as `lender_2`; `lender` allows the stand-in of every lender. */
export const standIns = [...standInPorts, 'messenger', 'dev-tools'] as const
export type StandIn = (typeof standIns)[number] | LenderParty

type Environment = Readonly<Record<string, string | undefined>>

export const isProduction = ({ NODE_ENV }: { readonly NODE_ENV?: string | undefined }): boolean => NODE_ENV === 'production'

/** Splits a list of names at its commas. */
export const namesIn = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Whether ALLOW_STAND_INS lets a lender be played by its stand-in. */
export const allowsLender = (allowed: readonly string[], lenderId: number): boolean =>
  allowed.includes('lender') || allowed.includes(lenderParty(lenderId))

/**
 * Returns the stand-ins that production runs on because ALLOW_STAND_INS names them. Throws an error that names the stand-ins in use that are not allowed.
 * Which lenders are published is not known here: one that no setting names is checked when the server starts.
 */
export function allowedStandIns(environment: Environment): StandIn[] {
  if (!isProduction(environment)) return []
  const allowed = namesIn(environment.ALLOW_STAND_INS)
  const unknown = allowed.filter((name) => !standIns.some((standIn) => standIn === name) && !isLenderParty(name))
  if (unknown.length > 0)
    throw new Error(
      `ALLOW_STAND_INS: ${unknown.join(', ')} does not name a stand-in; choose from ${standIns.join(', ')}, or one lender, such as lender_2`,
    )
  const used = standInsInUse(environment)
  const refused = used.filter(({ standIn }) => !allowed.includes(standIn) && !(isLenderParty(standIn) && allowed.includes('lender')))
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
    if (port === 'lender') return lendersInUse(environment)
    const name = `PROVIDER_${port.toUpperCase()}`
    return isSandbox(environment[name]) ? [{ standIn: port, setting: `${name}=sandbox` }] : []
  })
  const hasMessenger = MESSENGER_API_URL === '' && namesIn(ALLOW_STAND_INS).includes('messenger')
  return [
    ...ports,
    ...(hasMessenger ? [{ standIn: 'messenger', setting: 'MESSENGER_API_URL is not set' } as const] : []),
    ...(['1', 'on'].includes(DEV_TOOLS) ? [{ standIn: 'dev-tools', setting: `DEV_TOOLS=${DEV_TOOLS}` } as const] : []),
  ]
}

/** Stand-ins of the lenders that the settings name; where they name none, `lender` is the stand-in of all. */
function lendersInUse(environment: Environment): { standIn: StandIn; setting: string }[] {
  const fallback = environment.PROVIDER_LENDER
  const own = lenderSettings(environment, 'PROVIDER_LENDER')
  const allowed = namesIn(environment.ALLOW_STAND_INS)
  const lenderIds = new Set([...own.keys(), ...allowed.flatMap((name) => lenderIdOf(name) ?? [])])
  const single = [...lenderIds].flatMap((lenderId) =>
    isSandbox(own.get(lenderId) ?? fallback)
      ? [{ standIn: lenderParty(lenderId), setting: `PROVIDER_LENDER_${lenderId}=sandbox` } as const]
      : [],
  )
  const isForAll = isSandbox(fallback) && (lenderIds.size === 0 || allowed.includes('lender'))
  return [...(isForAll ? [{ standIn: 'lender', setting: 'PROVIDER_LENDER=sandbox' } as const] : []), ...single]
}

const isSandbox = (adapter: string | undefined): boolean => (adapter || 'sandbox') === 'sandbox'
