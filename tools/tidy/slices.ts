import { basename } from 'node:path'
import { isTest, type Repository } from './repository.ts'

type Declared = Readonly<Record<string, Readonly<Record<string, { readonly errors: readonly string[] }>>>>

/** Slices that need no screen: what they serve is asked for by the platform. */
const withoutScreens = ['trace', 'transfer']
/** Slices that need no server: what they show comes from the packs and other slices. */
const withoutServer = ['demo']
/** Slices for those who run the product: commands and no endpoints. */
const ofOperators = ['reconcile', 'servicing']
/** Browser tests that cross slices. */
const journeysOverSlices = [
  'accessibility',
  'back-forward',
  'benefit-loan',
  'calls',
  'every-screen',
  'every-address',
  'explain',
  'home-borrower',
  'hosts',
  'first-page',
  'journey',
  'keyboard',
  'fonts',
  'larger-text',
  'money-forms',
  'navigation',
  'old-phones',
  'operator',
  'operator-accounts',
  'photo',
  'prepay',
  'repay-select',
  'second-tap',
  'security',
  'wrong-turns',
  'lenders',
]

/** One name a slice, in contract, server and web, so one search finds everything of it. */
export function sliceNames(repository: Repository, api: Declared): string[] {
  const declared = Object.keys(api)
  const server = foldersBelow(repository, 'apps/server/src/features/')
  const web = foldersBelow(repository, 'apps/web/src/features/')
  return [
    ...declared
      .filter((slice) => !repository.has(`packages/contract/${slice}.ts`))
      .map((slice) => `packages/contract/${slice}.ts is missing`),
    ...declared.filter((slice) => !server.has(slice)).map((slice) => `apps/server/src/features/${slice} is missing`),
    ...declared
      .filter((slice) => !web.has(slice) && !withoutScreens.includes(slice))
      .map((slice) => `apps/web/src/features/${slice} is missing`),
    ...[...server]
      .filter((slice) => !declared.includes(slice) && !ofOperators.includes(slice))
      .map((slice) => `apps/server/src/features/${slice} is no slice of the contract`),
    ...[...web]
      .filter((slice) => !declared.includes(slice) && !withoutServer.includes(slice) && !comesLater(repository, slice))
      .map((slice) => `apps/web/src/features/${slice} is no slice of the contract`),
    ...[...repository.keys()]
      .filter((file) => /^e2e\/.*\.spec\.ts$/.test(file))
      .filter((file) => ![...declared, ...withoutServer, ...journeysOverSlices].includes(basename(file, '.spec.ts')))
      .map((file) => `${file} is named like no slice, and is no journey over several`),
    ...[...server]
      .filter((slice) => !repository.has(`apps/server/src/features/${slice}/${slice}.ts`))
      .map((slice) => `apps/server/src/features/${slice}/${slice}.ts, its front door, is missing`),
    ...[...web]
      .filter((slice) => ![...repository.keys()].some((file) => file.startsWith(`apps/web/src/features/${slice}/${slice}.screens.ts`)))
      .map((slice) => `apps/web/src/features/${slice}/${slice}.screens.ts, its front door, is missing`),
  ]
}

/** None of its screens is built yet, so there is nothing to be served. */
function comesLater(repository: Repository, slice: string): boolean {
  const door = repository.get(`apps/web/src/features/${slice}/${slice}.screens.ts`) ?? ''
  return /load: 'later'/.test(door) && !/import\(/.test(door)
}

function foldersBelow(repository: Repository, folder: string): Set<string> {
  const below = [...repository.keys()].filter((file) => file.startsWith(folder)).map((file) => file.slice(folder.length).split('/'))
  return new Set(below.flatMap(([first, ...rest]) => (first !== undefined && rest.length > 0 ? [first] : [])))
}

/** A refusal nobody has seen may not work: the title of a test names each one, as `session.sendCode: SMS_TOO_SOON`. */
export function errorsWithoutTest(repository: Repository, api: Declared): string[] {
  const tests = [...repository].flatMap(([file, text]) => (isTest(file) && file.startsWith('apps/server/') ? [text] : [])).join('\n')
  return Object.entries(api).flatMap(([slice, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, { errors }]) =>
      errors.map((code) => `${slice}.${name}: ${code}`).filter((title) => !new RegExp(`${title.replaceAll('.', '\\.')}\\b`).test(tests)),
    ),
  )
}
