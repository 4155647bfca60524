import { addDays, type CivilDate, civilDate } from '@fyh/base/dates.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import { withCountsHeld } from '../collect/add-counts.ts'

/** Events of a day come in until two weeks later, and may wait some days more for whoever writes them. */
const settledDays = 35

/** Adds up each month that is over and changes no more, one after the other, once. Safe beside writers and another node. */
export async function addUpMonths(pool: Pool, today: CivilDate): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ month: string | null; after: string | null }>(nextMonth)
    const [next] = rows
    if (next === undefined || next.month === null || next.after === null) return
    if (civilDate(next.after) > addDays(today, -settledDays)) return
    // What is added to a month meanwhile would neither be in its sum nor be added to it.
    await withCountsHeld(pool, (client) => client.query(addUp, [next.month, next.after]))
  }
}

/** The one behind the last that is done, or the first with anything in it; `after` is the first day behind it. */
const nextMonth = `
  select month::text as month, (month + interval '1 month')::date::text as after
  from (
    select coalesce(
      (select max(month) + interval '1 month' from month_done),
      date_trunc('month', least((select min(day) from exit_count), (select min(day) from event_count))::timestamp))::date as month
  ) as next`

const dimensions = 'page, channel, brand, host'

const addUp = `
  with done as (insert into month_done (month) values ($1) on conflict do nothing returning month)
  insert into page_month (month, ${dimensions}, visits, views)
  select month, ${dimensions}, sum(visits), sum(views)
  from done, (
    select ${dimensions}, visits, 0 as views from exit_count where day >= $1 and day < $2
    union all
    select ${dimensions}, 0, count from event_count where event = 'page_load' and day >= $1 and day < $2
  ) as counted
  group by month, ${dimensions} having sum(visits) <> 0 or sum(views) <> 0`
