import { count, share, text } from '../page/cells.ts'
import type { Question } from '../question.ts'
import { ofOrigins, originValues } from './origins.ts'

type ExitRow = { page: string; views: number; exits: number; total: number }

/** On which page visits ended. */
export const exits: Question<ExitRow> = {
  name: 'exits',
  statement: (filter) => ({
    text: `
      with ended as (select page, sum(visits)::bigint as exits from exit_count where ${ofOrigins} group by page),
        viewed as (select page, sum(count)::bigint as views from event_count where event = 'page_load' and ${ofOrigins} group by page)
      select page, coalesce(views, 0) as views, coalesce(exits, 0) as exits, sum(coalesce(exits, 0)) over ()::bigint as total
      from ended full join viewed using (page)
      where coalesce(exits, 0) > 0 or coalesce(views, 0) > 0
      order by exits desc, page`,
    values: originValues(filter),
  }),
  columns: [
    { title: ({ exits }) => exits.page, cell: ({ page }) => text(page) },
    { title: ({ exits }) => exits.views, cell: ({ views }) => count(views) },
    { title: ({ exits }) => exits.exits, cell: ({ exits }) => count(exits), isPlotted: true },
    // A page that is shown without being loaded can end more visits than it has views.
    { title: ({ exits }) => exits.rate, cell: ({ exits, views }) => share(Math.min(exits, views), views) },
    { title: ({ exits }) => exits.share, cell: ({ exits, total }) => share(exits, total) },
  ],
}
