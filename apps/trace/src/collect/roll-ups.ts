import { mergedColumns } from './merged-columns.ts'

type Table = keyof typeof mergedColumns
const columnsOf = (table: Table) => Object.entries(mergedColumns[table]).map(([name, [type]]) => ({ name, type, of: `${table}.${name}` }))
const columns = [...columnsOf('browser_user'), ...columnsOf('person'), ...columnsOf('visit')]

/**
 * A connection that has this runs `merge_sums` with sums of browsers, an array for each column, and sums of counts as JSON (`mergeValues`), so that what is counted
 * goes out with what it is counted of. The counts wait to be added: the same few rows in every write would cost more than the events.
 */
export const prepareMergeSums = () =>
  `prepare merge_sums (${columns.map(({ type }) => `${type}[]`).join(', ')}, json) as ${mergeStatement()}`

const namesOf = (table: Table) => Object.keys(mergedColumns[table]).join(', ')

/** What gives the sums of a table. Arrays of one length side by side are read in step, and kept nowhere first, as `from unnest` would. */
function given(table: Table): string {
  const place = (column: string) => `$${columns.findIndex(({ of }) => of === column) + 1}`
  return `select ${columnsOf(table)
    .map(({ name, of }) => `unnest(${place(of)}) as ${name}`)
    .join(', ')}`
}

const dimensionsOfDay = ['day', 'channel', 'brand', 'host']

/** Texts in the order of their code points, as they are compared where rows are summed. */
const values = (row: string, texts: readonly string[]) => texts.map((name) => `${row}.${name} collate "C"`).join(', ')

const firstOfPerson = (row: string) => `${row}.first_at, ${row}.first_seq, ${values(row, ['channel', 'brand', 'host'])}`
const isEarlierPerson = `(${firstOfPerson('excluded')}) < (${firstOfPerson('person')})`
const ofEarlierPerson = (name: string) => `${name} = case when ${isEarlierPerson} then excluded.${name} else person.${name} end`

/** The browser's first event decides its cohort, whichever batch brings it; ties are broken by value, so that no order of arrival matters. */
const mergePeople = `
  insert into person (${namesOf('person')})
  select * from (${given('person')}) as browser order by generate_id
  on conflict (generate_id) do update set
    ${['first_at', 'first_seq', 'day', 'channel', 'brand', 'host'].map(ofEarlierPerson).join(', ')},
    last_day = greatest(person.last_day, excluded.last_day),
    steps = person.steps | excluded.steps,
    was_day = person.day, was_channel = person.channel, was_brand = person.brand, was_host = person.host, was_steps = person.steps
  where ${isEarlierPerson} or excluded.last_day > person.last_day or person.steps | excluded.steps <> person.steps
  returning day, channel, brand, host, steps, was_day, was_channel, was_brand, was_host, was_steps`

/** Few sets of steps were reached by many. Which marks of the funnel they make is asked once for many writes, when they are added. */
const reachedMoves = `
  select day, channel, brand, host, steps, sum(change) as people
  from (
    select day, channel, brand, host, steps, 1 as change from people
    union all
    select was_day, was_channel, was_brand, was_host, was_steps, -1 from people where was_day is not null
  ) as move
  group by day, channel, brand, host, steps having sum(change) <> 0`

const firstOfVisit = (row: string) => `${row}.first_at, ${row}.first_seq, ${values(row, ['first_page'])}`
const lastOfVisit = (row: string) => `${row}.last_at, ${row}.last_seq, ${values(row, ['last_page', 'channel', 'brand', 'host'])}`
const userOfVisit = (row: string) =>
  `${values(row, ['user_id'])}, coalesce(${row}.mobile_index, '') collate "C", ${values(row, ['mobile_mask'])}`
const ofVisit = (names: readonly string[], isNewer: string) =>
  names.map((name) => `${name} = case when ${isNewer} then excluded.${name} else visit.${name} end`).join(', ')
const civilDay = (at: string) => `(${at} at time zone interval '8 hours')::date`

const mergeVisits = `
  insert into visit (${namesOf('visit')})
  select * from (${given('visit')}) as visit order by trace_id, generate_id
  on conflict (trace_id, generate_id) do update set
    ${ofVisit(['first_at', 'first_seq', 'first_page'], `(${firstOfVisit('excluded')}) < (${firstOfVisit('visit')})`)},
    ${ofVisit(['last_at', 'last_seq', 'last_page', 'channel', 'brand', 'host'], `(${lastOfVisit('excluded')}) > (${lastOfVisit('visit')})`)},
    ${ofVisit(['user_id', 'mobile_index', 'mobile_mask'], `(${userOfVisit('excluded')}) > (${userOfVisit('visit')})`)},
    day = least(visit.day, excluded.day),
    events = visit.events + excluded.events,
    was_day = ${civilDay('visit.last_at')}, was_page = visit.last_page, was_channel = visit.channel, was_brand = visit.brand,
    was_host = visit.host
  returning ${civilDay('last_at')} as day, last_page, channel, brand, host, was_day, was_page, was_channel, was_brand, was_host`

const exitMoves = `
  select day, page, channel, brand, host, sum(change) as visits
  from (
    select day, last_page as page, channel, brand, host, 1 as change from visits
    union all
    select was_day, was_page, was_channel, was_brand, was_host, -1 from visits where was_day is not null
  ) as move
  group by day, page, channel, brand, host having sum(change) <> 0`

const mergeUsers = `
  insert into browser_user (${namesOf('browser_user')})
  select * from (${given('browser_user')}) as seen order by 1, 2, 3
  on conflict (user_id, mobile_index, generate_id) do update set last_day = excluded.last_day where excluded.last_day > browser_user.last_day`

/** One statement, so that what changes a browser or a visit moves the counts made of it. */
function mergeStatement(): string {
  return `with
    users as (${mergeUsers}),
    people as (${mergePeople}),
    visits as (${mergeVisits})
    insert into counts_to_add (counts)
    select $${columns.length + 1} union all ${asCounts('reached', [...dimensionsOfDay, 'steps', 'people'], reachedMoves)}
    union all ${asCounts('exit_count', [...dimensionsOfDay, 'page', 'visits'], exitMoves)}`
}

/** Rows as the lists of their columns; nothing when there are none. */
function asCounts(table: string, names: readonly string[], rows: string): string {
  const lists = names.map((column) => `'${table}.${column}', json_agg(${column})`).join(', ')
  return `select json_build_object(${lists}) from (${rows}) as moved having count(*) > 0`
}
