import { kebab, pascal, words } from './names.ts'

export function contractFile(slice: string): string {
  return `import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { nothing } from './shapes.ts'

export const ${slice} = {
  overview: endpoint({
    method: 'GET',
    path: '/fyh/app/${slice}/overview',
    auth: 'user',
    summary: 'TODO: what it promises',
    data: z.object({ count: z.int() }),
    errors: [],
    example: { data: { count: 0 } },
  }),
  touch: endpoint({
    method: 'POST',
    path: '/fyh/app/${slice}/touch',
    auth: 'user',
    summary: 'TODO: what it promises',
    body: nothing,
    data: nothing,
    errors: [],
    example: { body: {}, data: {} },
  }),
}
`
}

export function endpointEntry(slice: string, name: string): string {
  return `${name}: endpoint({
  method: 'GET',
  path: '/fyh/app/${slice}/${name}',
  auth: 'user',
  summary: 'TODO: what it promises',
  data: z.object({ count: z.int() }),
  errors: [],
  example: { data: { count: 0 } },
}),`
}

export function frontDoor(slice: string): string {
  return `/** Front door of the slice: all that other slices may use of it. */
export { ${slice}Handlers } from './${slice}.handlers.ts'
`
}

export function handlersFile(slice: string): string {
  return `import type { ${slice} } from '@fyh/contract/${slice}.ts'
import type { Deps, SliceHandlers } from '#platform/deps.ts'

export function ${slice}Handlers(_deps: Deps): SliceHandlers<typeof ${slice}> {
  return {
    async overview() {
      return { count: 0 }
    },

    async touch() {
      return {}
    },
  }
}
`
}

export const handlerEntry = (name: string) => `
async ${name}() {
  return { count: 0 }
},`

export function serverTest(slice: string, endpoint: string): string {
  return `import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('${slice}.${endpoint} answers a borrower', async () => {
  const { token } = await server.newBorrower({ upTo: 'login' })
  expect(await server.call('${slice}', '${endpoint}', {}, { token })).toMatchObject({ code: 0, data: { count: 0 } })
})

test('${slice}.${endpoint} answers nobody without a session', async () => {
  expect(await server.call('${slice}', '${endpoint}', {})).toMatchObject({ code: -1, error: 'LOGIN_EXPIRED' })
})
`
}

export function screensFile(slice: string): string {
  return `import { screen } from '#platform/screen.ts'

export const ${slice}Screens = {
  ${screenEntry(slice, 'overview', 'title.overview', slice).replaceAll('\n', '\n  ')}
}
`
}

export function screenEntry(slice: string, name: string, titleKey: string, path = `${slice}/${name}`): string {
  return `${name}: screen({
  path: '/${path}',
  titleKey: '${slice}:${titleKey}',
  meta: { auth: 'user', showAppHeader: true },
  label: '${slice}${pascal(name)}',
  load: async () => (await import('./${kebab(name)}-screen.tsx')).${pascal(name)}Screen,
}),`
}

export function queriesFile(slice: string): string {
  return `import { api } from '#platform/api.ts'
import { look } from '#platform/query.ts'

export const ${slice}Look = () => look(['${slice}', 'overview'], (options) => api.${slice}.overview({}, options))
`
}

export function screenWithData(slice: string): string {
  return `import { useWords } from '#locales/i18n.ts'
import { useQuery } from '#platform/query.ts'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { ${slice}Look } from './${slice}.queries.ts'

export function OverviewScreen() {
  return (
    <Page>
      <Overview />
    </Page>
  )
}

function Overview() {
  const t = useWords('${slice}')
  const overview = useQuery(${slice}Look())
  if (overview.data === undefined) return overview.isError ? <Failed onRetry={() => overview.refetch()} /> : <Loading />
  return <Empty title={t('empty')} />
}
`
}

export function plainScreen(slice: string, name: string): string {
  return `import { useWords } from '#locales/i18n.ts'
import { Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'

export function ${pascal(name)}Screen() {
  const t = useWords('${slice}')
  return (
    <Page>
      <Empty title={t('${name}Empty')} />
    </Page>
  )
}
`
}

/** Stands for a title until it is translated, and is Chinese, as every title in the pack must be. */
export const chineseTitle = (name: string): string => `待命名：${words(name)}`

export function chinesePack(slice: string): string {
  return `export const ${slice} = {
  title: { overview: '${chineseTitle(slice)}' },
  empty: '暂无内容',
} as const
`
}

export function englishPack(slice: string): string {
  return `import type { Same } from '../resources.ts'
import type { ${slice} as zh } from '../zh-cn/${slice}.ts'

export const ${slice}: Same<typeof zh> = {
  title: { overview: '${words(slice)}' },
  empty: 'Nothing here yet',
}
`
}
