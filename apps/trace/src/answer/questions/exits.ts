import { count, share, text } from '../page/cells.ts'
import type { Question } from '../question.ts'
import { ofSources, originValues } from './origins.ts'

type ExitRow = { page: string; views: number; exits: number; total: number }

/** Days before and behind the whole months; told apart, so that each is a range of the key. */
const daysBeside = ['day >= $1 and day < (select first from months)', 'day >= (select after from months) and day <= $2']

/** Whole months in what is asked for are read as such, where they are added up already: a year is a few months and the days beside them. */
const counted = `
  with months as materialized (
      select coalesce(min(month), $2::date + 1) as first, coalesce((max(month) + interval '1 month')::date, $2::date + 1) as after
      from month_done where month >= $1 and month + interval '1 month' <= $2::date + 1),
    counted as (
      select page, visits as exits, views from page_month
      where month >= (select first from months) and month < (select after from months) and ${ofSources}
      ${daysBeside
        .map(
          (days) => `
      union all select page, visits, 0 from exit_count where ${days} and ${ofSources}
      union all select page, 0, count from event_count where event = 'page_load' and ${days} and ${ofSources}`,
        )
        .join('')})`

/** On which page visits ended. */
export const exits: Question<ExitRow> = {
  name: 'exits',
  statement: (filter) => ({
    text: `${counted}
      select page, sum(views)::bigint as views, sum(exits)::bigint as exits, sum(sum(exits)) over ()::bigint as total
      from counted group by page having sum(exits) > 0 or sum(views) > 0
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
