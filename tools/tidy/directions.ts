import { type Import, importsOf, isCode, isTest, type Repository, shippedCode } from './repository.ts'

/** `from`: these files. `may`: lead only there; `$1` is the first group of `from`. `mayTypes`: for types alone, beside `may`. */
type Direction = { from: RegExp; may: string[]; mayTypes?: string[] }

const packagesOf = (...names: string[]) => `packages/(${names.join('|')})/`
const ownWeb = (...folders: string[]) => `apps/web/src/(${folders.join('|')})/`
const contractValuesForWeb =
  'packages/contract/((funnel|loan-status|message-targets|options)\\.ts|[a-z-]+\\.machine\\.ts|generated/paths\\.ts)$'
// By name, since each weighs on a first visit; no kit of components but the one in ui/.
const webPackages = [
  packagesOf('base', 'loan-engine'),
  contractValuesForWeb,
  'npm:(react|react-dom|react-router|@tanstack/react-query|i18next|zustand|weixin-js-sdk|uqr|@fingerprintjs/fingerprintjs)(/.*)?$',
]
const contractTypes = [packagesOf('contract')]
const screensOfSlices = 'apps/web/src/features/[^/]+/[^/]+\\.screens\\.tsx?$'
const hostPort = 'apps/web/src/host/port\\.ts$'
const serverPackages = [packagesOf('base', 'contract', 'loan-engine', 'serve', 'postgres'), 'npm:', 'node:']
const sliceDoors = 'apps/server/src/features/(?<slice>[^/]+)/\\k<slice>\\.ts$'
/** Slices that read and write the same books. What two of them need stands in the lending core. */
const slicesOfBooks = ['loan', 'repay', 'borrow', 'servicing', 'reconcile']
const doorsOfOtherSlices = `apps/server/src/features/(?!(${slicesOfBooks.join('|')})/)(?<slice>[^/]+)/\\k<slice>\\.ts$`
/** The lending core, from the ground up: a folder sees only the doors of those before it. */
const lendingFolders = [
  'ledger',
  'lenders',
  'limits',
  'approvals',
  'orders',
  'loan',
  'coupons',
  'books',
  'payout',
  'repayment',
  'transfers',
  'close',
]
const lendingDeps = 'apps/server/src/lending/(deps|loan-key)\\.ts$'
const lendingDoors = [`apps/server/src/lending/(?<part>${lendingFolders.join('|')})/\\k<part>\\.ts$`, lendingDeps]
const ports = 'apps/server/src/providers/([^/]+/port|answer)\\.ts$'

/** The first row that fits a file holds. Files that no row fits, in folders that have rows, are in the wrong place. */
const directions: Direction[] = [
  { from: /^packages\/base\//, may: [packagesOf('base')] },
  { from: /^packages\/loan-engine\//, may: [packagesOf('base', 'loan-engine')] },
  { from: /^packages\/contract\//, may: [packagesOf('base', 'contract'), 'npm:zod$'] },
  { from: /^packages\/serve\//, may: [packagesOf('base', 'contract', 'serve'), 'npm:', 'node:'] },
  { from: /^packages\/postgres\//, may: [packagesOf('base', 'postgres'), 'npm:(pg|kysely)$', 'node:'] },

  {
    from: /^apps\/server\/src\/(main|worker)\.ts$/,
    may: [...serverPackages, 'apps/server/src/(app\\.ts|platform/|providers/)', ...lendingDoors],
  },
  {
    from: /^apps\/server\/src\/(reconcile|servicing|keys)\.ts$/,
    may: [...serverPackages, 'apps/server/src/(app\\.ts|platform/)', ...lendingDoors, sliceDoors],
  },
  { from: /^apps\/server\/src\/app\.ts$/, may: [...serverPackages, 'apps/server/src/(platform|providers)/', ...lendingDoors, sliceDoors] },
  {
    from: new RegExp(`^apps/server/src/features/(${slicesOfBooks.join('|')})/`),
    may: [...serverPackages, 'apps/server/src/platform/', ...lendingDoors, ports, 'apps/server/src/features/$1/', doorsOfOtherSlices],
  },
  {
    from: /^apps\/server\/src\/features\/([^/]+)\//,
    may: [...serverPackages, 'apps/server/src/platform/', ...lendingDoors, ports, 'apps/server/src/features/$1/', sliceDoors],
  },
  ...lendingFolders.map((folder, at) => ({
    from: new RegExp(`^apps/server/src/lending/(${folder})/`),
    may: [
      ...serverPackages,
      'apps/server/src/platform/',
      ports,
      'apps/server/src/lending/$1/',
      lendingDeps,
      ...lendingFolders.slice(0, at).map((below) => `apps/server/src/lending/${below}/${below}\\.ts$`),
    ],
  })),
  {
    from: /^apps\/server\/src\/lending\/(deps|loan-key)\.ts$/,
    may: [...serverPackages, 'apps/server/src/platform/'],
    mayTypes: ['apps/server/src/features/(card|message)/\\1\\.ts$'],
  },
  { from: /^apps\/server\/src\/providers\//, may: [...serverPackages, 'apps/server/src/(platform|providers)/'] },
  {
    from: /^apps\/server\/src\/platform\//,
    may: [...serverPackages, 'apps/server/src/platform/'],
    mayTypes: ['apps/server/src/providers/'],
  },
  { from: /^apps\/(trace|sandbox)\/src\//, may: [packagesOf('base', 'contract', 'serve', 'postgres'), 'npm:', 'node:', 'apps/$1/src/'] },

  {
    from: /^apps\/web\/src\/main\.tsx$/,
    may: [...webPackages, ownWeb('app', 'brands', 'host', 'platform', 'locales', 'ui')],
    mayTypes: contractTypes,
  },
  {
    from: /^apps\/web\/src\/server\.tsx$/,
    may: [...webPackages, ownWeb('app', 'brands', 'locales'), 'apps/web/src/features/home/home-screen\\.tsx$'],
  },
  {
    from: /^apps\/web\/src\/app\//,
    may: [...webPackages, ownWeb('app', 'blocks', 'ui', 'platform', 'locales'), hostPort, screensOfSlices],
    mayTypes: contractTypes,
  },
  {
    from: /^apps\/web\/src\/features\/([^/]+)\//,
    may: [...webPackages, ownWeb('blocks', 'ui', 'platform', 'locales'), hostPort, 'apps/web/src/features/$1/', screensOfSlices],
    mayTypes: contractTypes,
  },
  { from: /^apps\/web\/src\/blocks\//, may: [...webPackages, ownWeb('blocks', 'ui', 'platform', 'locales')], mayTypes: contractTypes },
  { from: /^apps\/web\/src\/platform\//, may: [...webPackages, ownWeb('platform', 'locales'), hostPort], mayTypes: contractTypes },
  { from: /^apps\/web\/src\/ui\//, may: [packagesOf('base'), 'npm:(react|react-dom)$', ownWeb('ui')] },
  { from: /^apps\/web\/src\/host\//, may: [packagesOf('base'), 'npm:weixin-js-sdk$', ownWeb('host')] },
  { from: /^apps\/web\/src\/brands\//, may: [ownWeb('brands'), 'npm:react$'], mayTypes: contractTypes },
  { from: /^apps\/web\/src\/locales\//, may: [ownWeb('locales'), 'npm:(react|i18next)$'], mayTypes: contractTypes },
  { from: /^apps\/web\/src\/[^/]+\.d\.ts$/, may: [''] },
  { from: /^tools\//, may: ['packages/', 'tools/', 'npm:', 'node:', '[^/]+\\.(json|ts)$'] },
]

const folderWithRows = /^(packages|apps\/[^/]+\/src)\//

export function wrongImports(repository: Repository): string[] {
  return shippedCode(repository).flatMap(([file, text]) => {
    const row = directions.find(({ from }) => from.test(file))
    if (row === undefined) return folderWithRows.test(file) ? [`${file}: no direction is declared for this folder`] : []
    return importsOf(file, text)
      .filter((found) => !isAllowed(row, file, found))
      .map(({ target, kind }) => `${file} must not import ${target}${kind === 'type' ? ' (a type)' : ''}`)
  })
}

function isAllowed({ from, may, mayTypes = [] }: Direction, file: string, { target, kind }: Import): boolean {
  if (kind === 'file' && !isCode(target)) return true
  const own = from.exec(file)?.[1] ?? ''
  return [...may, ...(kind === 'type' ? mayTypes : [])].some((pattern) => new RegExp(`^${pattern.replaceAll('$1', own)}`).test(target))
}

/** Applications meet over HTTP only; this holds for their tests too. */
export function importsOfOtherApps(repository: Repository): string[] {
  return [...repository].flatMap(([file, text]) => {
    const app = /^apps\/([^/]+)\/src\//.exec(file)?.[1]
    if (app === undefined || !(isTest(file) || /\.tsx?$/.test(file))) return []
    return (
      importsOf(file, text)
        // A path that is started as a process of its own is met over HTTP.
        .filter(({ target, kind }) => kind !== 'file' && target.startsWith('apps/') && !target.startsWith(`apps/${app}/`))
        .map(({ target }) => `${file} must not import ${target}: applications never import each other`)
    )
  })
}
