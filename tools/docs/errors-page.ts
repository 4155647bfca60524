import { api } from '@fyh/contract/api.ts'
import type { Endpoint } from '@fyh/contract/endpoint.ts'
import { errors } from '@fyh/contract/errors.ts'
import { markdownTable, pageHead } from './markdown.ts'

export function errorsPage(): string {
  const users = whoAnswersWhat()
  const rows = Object.entries(errors).map(([code, { 'zh-cn': zh, 'en-us': en }]) => [
    `\`${code}\``,
    zh,
    en,
    users.get(code)?.join(', ') ?? 'any of its kind',
  ])
  return `${pageHead('Refusals', 'packages/contract/errors.ts')}\n${markdownTable(['code', '中文', 'English', 'answered by'], rows)}`
}

function whoAnswersWhat(): Map<string, string[]> {
  const users = new Map<string, string[]>()
  for (const [slice, endpoints] of Object.entries(api))
    for (const [name, { errors: declared }] of Object.entries<Endpoint>(endpoints))
      for (const code of declared) users.set(code, [...(users.get(code) ?? []), `${slice}.${name}`])
  return users
}
