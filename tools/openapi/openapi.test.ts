import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openapi } from '@fyh/contract/openapi.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Inside the repository, so that what is written there finds the installed packages. */
let folder = ''

beforeAll(() => {
  mkdirSync(join(root, 'test-results'), { recursive: true })
  folder = mkdtempSync(join(root, 'test-results', 'openapi-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (program: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, program), ...args], { cwd: root, encoding: 'utf8' })

/** Checks a description by the rules of redocly.yaml, then writes the types of a client; ends with 1 when a rule is broken. */
function makeClient(description: object) {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(description))
  const generator = 'tools/openapi/node_modules/openapi-typescript/bin/cli.js'
  return run(generator, file, '--redocly', 'tools/openapi/redocly.yaml', '-o', join(folder, 'schema.ts'))
}

const right = `import createClient from 'openapi-fetch'
import type { paths } from './schema.ts'

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:8080', headers: { 'X-User-Token': 'token' } })
export async function waitSeconds(mobile: string): Promise<number> {
  const { data } = await client.POST('/api/fp/app/user/mobile/check', { body: { mobile } })
  if (data?.code === 0) return data.data.waitSeconds
  const refusal: 'MOBILE_INVALID' | 'MOBILE_BLOCKED' | 'INPUT_INVALID' | undefined = data?.error
  throw new Error(refusal ?? 'no answer')
}
`

describe('the description of the API', () => {
  test('it keeps the linter’s rules, and a client made from it type-checks', () => {
    const made = makeClient(openapi())
    expect({ status: made.status, output: made.stderr }).toMatchObject({ status: 0 })
    const options = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--skipLibCheck', '--allowImportingTsExtensions']
    const check = (source: string) => {
      writeFileSync(join(folder, 'call.ts'), source)
      return run('node_modules/typescript/bin/tsc', '--ignoreConfig', ...options, join(folder, 'call.ts')).stdout
    }
    expect(check(right)).toBe('')
    expect(check(right.replace('{ mobile }', '{ phone: mobile }'))).toContain("'phone' does not exist")
    expect(check(right.replace("'MOBILE_BLOCKED' | ", ''))).toContain('MOBILE_BLOCKED')
  })

  test('the linter refuses an operation that states no security, and a document without a license', () => {
    const { info, ...rest } = openapi()
    const { license: _, ...unlicensed } = info
    const refused = makeClient({ ...rest, info: unlicensed })
    expect({ status: refused.status, says: refused.stdout + refused.stderr }).toMatchObject({
      status: 1,
      says: expect.stringContaining('license'),
    })
  })

  test('each operation names who may call it, its tag and its refusals; the tags are described', () => {
    const committed = JSON.parse(readFileSync(join(root, 'docs/generated/openapi.json'), 'utf8'))
    const { tags, components } = committed
    expect(components.securitySchemes.token).toMatchObject({ type: 'apiKey', in: 'header', name: 'X-User-Token' })
    const pay = committed.paths['/api/fyh/app/repay/pay'].post
    expect(pay.security).toEqual([{ token: [] }])
    expect(tags.find(({ name }: { name: string }) => name === pay.tags[0]).description).not.toBe('')
    const names = Object.keys(pay.responses['200'].content['application/json'].examples)
    expect(names).toEqual(expect.arrayContaining(['done', 'INPUT_INVALID', 'LOGIN_EXPIRED', 'IDEMPOTENCY_KEY_MISSING']))
  })
})
