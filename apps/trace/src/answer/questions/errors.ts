import { count, moment, text } from '../page/cells.ts'
import { operatorPath } from '../page/frame.ts'
import { subjectAddress } from '../page/table.ts'
import type { Question } from '../question.ts'
import { ofOrigins, originValues } from './origins.ts'
import { replayAddress } from './visits.ts'

export const samplesPath = `${operatorPath}/errors/samples`

type ErrorRow = { event: string; name: string; page: string; count: number }

/** How often each error came on each page. */
export const errors: Question<ErrorRow> = {
  name: 'errors',
  statement: (filter) => ({
    text: `
      select event, name, page, sum(count)::bigint as count
      from error_count where ${ofOrigins}
      group by event, name, page order by count desc, event, name, page`,
    values: originValues(filter),
  }),
  columns: [
    {
      title: ({ errors }) => errors.name,
      cell: ({ name }) => text(name),
      href: ({ event, name, page }, filter) => subjectAddress(samplesPath, { ...filter, event, name, page }),
      isLong: true,
      isLabel: true,
    },
    { title: ({ errors }) => errors.event, cell: ({ event }) => text(event) },
    { title: ({ errors }) => errors.page, cell: ({ page }) => text(page), isLabel: true },
    { title: ({ errors }) => errors.count, cell: ({ count: times }) => count(times), isPlotted: true },
  ],
}

type SampleRow = {
  happened_at: Date
  content: string
  user_agent: string
  user_id: string
  trace_id: string
  generate_id: string
  event: string
  page: string
}

/** The newest events of one error on one page. */
export const errorSamples: Question<SampleRow> = {
  name: 'error-samples',
  statement: (filter) => ({
    text: `
      select received_at, seq, digest, happened_at, content, user_agent, user_id, trace_id, generate_id, event, page
      from event
      where ${ofOrigins} and action = 'error' and event = $6 and page = $7 and left(split_part(content, ': ', 1), 80) = $8
      order by received_at desc, generate_id desc, seq desc, digest desc`,
    values: [...originValues(filter), filter.event ?? '', filter.page ?? '', filter.name ?? ''],
  }),
  key: [
    { column: 'received_at', type: 'instant' },
    { column: 'generate_id', type: 'text' },
    { column: 'seq', type: 'bigint' },
    { column: 'digest', type: 'text' },
  ],
  columns: [
    { title: ({ errors }) => errors.at, cell: ({ happened_at }) => moment(happened_at) },
    { title: ({ errors }) => errors.event, cell: ({ event }) => text(event), onlyInFile: true },
    { title: ({ errors }) => errors.page, cell: ({ page }) => text(page), onlyInFile: true },
    { title: ({ errors }) => errors.content, cell: ({ content }) => text(content), isLong: true },
    {
      title: ({ errors }) => errors.visit,
      cell: ({ trace_id }) => text(trace_id),
      href: ({ trace_id, generate_id }) => replayAddress({ trace_id, generate_id }),
    },
    { title: ({ visits }) => visits.browser, cell: ({ generate_id }) => text(generate_id), onlyInFile: true },
    { title: ({ visits }) => visits.user, cell: ({ user_id }) => text(user_id) },
    { title: ({ errors }) => errors.agent, cell: ({ user_agent }) => text(user_agent), isLong: true },
  ],
}
