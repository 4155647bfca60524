import compatData from '@mdn/browser-compat-data' with { type: 'json' }
import type { CompatData, Identifier, SimpleSupportStatement, SupportStatement } from '@mdn/browser-compat-data/types'
import type { Level } from './browser-levels.ts'

const browserNames = { safari_ios: 'Safari on iOS', chrome_android: 'Chrome' } as const
const areas: Identifier[] = areasOf(compatData)

/** What the data holds below `css.properties.gap`, or nothing when it knows no such feature. */
export function compatOf(path: readonly string[]): Identifier | undefined {
  const [area = '', ...rest] = path
  const start = area === 'api' ? areas[0] : area === 'css' ? areas[1] : area === 'javascript' ? areas[2] : undefined
  return rest.reduce<Identifier | undefined>(
    (node, name) => (node !== undefined && Object.hasOwn(node, name) ? node[name] : undefined),
    start,
  )
}

/**
 * Which versions brought a feature that a level lacks: `Safari on iOS 14.5, Chrome 84`. Nothing when the level has it, and when
 * the data does not know it. A name with a prefix or behind a switch is not the feature.
 */
export function broughtBy(path: readonly string[], level: Level): string | undefined {
  const support = compatOf(path)?.__compat?.support
  if (support === undefined) return undefined
  const late = (['safari_ios', 'chrome_android'] as const).flatMap((browser) => {
    const added = addedIn(support[browser], level.oldest[browser])
    if (added !== undefined && versionNumber(added) <= versionNumber(level.oldest[browser])) return []
    return [added === undefined ? `no ${browserNames[browser]}` : `${browserNames[browser]} ${added}`]
  })
  return late.length === 0 ? undefined : late.join(', ')
}

function areasOf(data: CompatData): Identifier[] {
  return [data.api, data.css, data.javascript]
}

function addedIn(support: SupportStatement | undefined, level: string): string | undefined {
  if (support === undefined) return undefined
  const statements: SimpleSupportStatement[] = Array.isArray(support) ? support : [support]
  const usable = statements.filter((statement) => isUsable(statement, level)).flatMap(({ version_added }) => version_added || [])
  return usable.sort((one, other) => versionNumber(one) - versionNumber(other))[0]
}

/** Under its own name, without a switch, and not gone again by then. */
function isUsable({ version_removed, prefix, alternative_name, flags }: SimpleSupportStatement, level: string): boolean {
  const isGone = version_removed !== undefined && versionNumber(version_removed) <= versionNumber(level)
  return !isGone && prefix === undefined && alternative_name === undefined && flags === undefined
}

/** `10.3` as 10003, so that 10.10 comes after 10.9; a preview comes after all. */
function versionNumber(version: string): number {
  const [, major, minor = '0'] = /^≤?(\d+)(?:\.(\d+))?/.exec(version) ?? []
  return major === undefined ? Number.POSITIVE_INFINITY : Number(major) * 1_000 + Number(minor)
}

/** The names of what a feature of the data holds: members of a built-in, values of a property. */
export function namesBelow(path: readonly string[]): string[] {
  return Object.keys(compatOf(path) ?? {}).filter((name) => name !== '__compat')
}
