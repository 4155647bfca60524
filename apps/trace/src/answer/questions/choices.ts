import type { Pool } from '@fyh/postgres/pool.ts'
import type { Filter } from '../filter.ts'
import type { Choices } from '../page/filter-form.ts'

const choicesMax = 100

/** Channels, brands and hosts that came in the days asked for; in each at most a hundred, the most used first. */
export async function choicesIn(pool: Pool, { from, to }: Filter): Promise<Choices> {
  const { rows } = await pool.query<{ origin: string; value: string }>(
    `with used as (
       select channel, brand, host, sum(people) as people from funnel_count where day between $1 and $2 and step = 'landing' and people <> 0 group by 1, 2, 3),
     named as (
       select 'channel' as origin, channel as value, people from used
       union all select 'brand', brand, people from used
       union all select 'host', host, people from used),
     ranked as (
       select origin, value, row_number() over (partition by origin order by sum(people) desc, value) as rank from named group by origin, value)
     select origin, value from ranked where rank <= $3 order by rank`,
    [from, to, choicesMax],
  )
  const valuesOf = (origin: string) => rows.filter((row) => row.origin === origin).map(({ value }) => value)
  return { channel: valuesOf('channel'), brand: valuesOf('brand'), host: valuesOf('host') }
}
