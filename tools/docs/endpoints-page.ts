import { api } from '@fyh/contract/api.ts'
import type { Endpoint } from '@fyh/contract/endpoint.ts'
import { constants } from '@fyh/contract/options.ts'
import { collect } from '@fyh/contract/trace.ts'
import { markdownTable, pageHead } from './markdown.ts'

export function endpointsPage(): string {
  const slices = Object.entries(api).map(([slice, endpoints]) => section(slice, endpoints, constants.apiPrefix))
  return [
    pageHead('Endpoints', 'packages/contract'),
    'Beside the errors named, every endpoint can answer INPUT_INVALID, those for users LOGIN_EXPIRED, those that move money the two of the idempotency key.\n',
    ...slices,
    section('trace backend', collect, ''),
  ].join('\n')
}

function section(title: string, endpoints: Readonly<Record<string, Endpoint>>, prefix: string): string {
  const rows = Object.entries(endpoints).map(([name, e]) => [
    name,
    `\`${e.method} ${prefix}${e.path}\``,
    e.moves === 'money' ? `${e.auth}, moves money` : e.auth,
    e.summary,
    e.errors.join(', ') || '–',
  ])
  return `## ${title}\n\n${markdownTable(['name', 'address', 'for', 'promise', 'errors'], rows)}`
}
