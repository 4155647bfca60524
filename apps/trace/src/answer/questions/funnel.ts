import { type FunnelStep, funnelSteps } from '@fyh/contract/funnel.ts'
import { pairOf } from '../../collect/funnel-marks.ts'
import { count, share, text } from '../page/cells.ts'
import type { Question } from '../question.ts'
import { ofOrigins, originValues } from './origins.ts'

const steps = funnelSteps.map(({ name }) => name)

/** `followed`: of those who reached the step before, who reached this one too. */
export type StepRow = { step: FunnelStep; people: number; landed: number; before: number | null; followed: number }

const pairs = funnelSteps.map(({ name }, place) => pairOf(funnelSteps[place - 1]?.name ?? name, name))

/** How many came to each step, and from the step before, of what landed in the days asked for. */
export const funnelByStep: Question<StepRow> = {
  name: 'funnel',
  statement: (filter) => ({
    text: `
      with counted as (select step, sum(people)::bigint as people from funnel_count where ${ofOrigins} group by step)
      select asked.step, coalesce(reached.people, 0) as people, coalesce(both_reached.people, 0) as followed,
        first_value(coalesce(reached.people, 0)) over way as landed, lag(coalesce(reached.people, 0)) over way as before
      from unnest($6::text[], $7::text[]) with ordinality as asked (step, pair, nr)
        left join counted as reached on reached.step = asked.step
        left join counted as both_reached on both_reached.step = asked.pair
      window way as (order by nr)
      order by nr`,
    values: [...originValues(filter), steps, pairs],
  }),
  columns: [
    { title: ({ funnel }) => funnel.step, cell: ({ step }, { funnel }) => text(funnel.names[step]) },
    { title: ({ funnel }) => funnel.people, cell: ({ people }) => count(people), isPlotted: true },
    { title: ({ funnel }) => funnel.ofFirst, cell: ({ people, landed }) => share(people, landed) },
    {
      title: ({ funnel }) => funnel.ofBefore,
      cell: ({ people, before, followed }) => (before === null ? share(people, people) : share(followed, before)),
    },
    { title: ({ funnel }) => funnel.lost, cell: ({ before, followed }) => count(before === null ? 0 : before - followed) },
  ],
}

type SplitRow = { value: string } & Record<FunnelStep, number>

const peopleByStep = steps.map((step) => `coalesce(sum(people) filter (where step = '${step}'), 0)::bigint as "${step}"`).join(', ')

/** The same by channel, brand, host or day: a row for each value, and for each day of those asked for. */
export const funnelSplit: Question<SplitRow> = {
  name: 'funnel-split',
  statement: (filter) => {
    // Added up before the days are laid beside it: a look-up for each day would cost more than to read them all.
    const counted = `select ${filter.by} as value, ${peopleByStep} from funnel_count where ${ofOrigins} and people <> 0 group by 1`
    const text =
      filter.by === 'day'
        ? `select asked.day::date::text as value, ${steps.map((step) => `coalesce("${step}", 0) as "${step}"`).join(', ')}
           from generate_series($1::date, $2::date, interval '1 day') as asked (day) left join (${counted}) as counted on counted.value = asked.day::date
           order by asked.day desc`
        : `${counted} order by "landing" desc, 1`
    return { text, values: originValues(filter) }
  },
  columns: [
    { title: ({ funnel, filter: words }, { by }) => (by === 'day' ? funnel.day : words[by]), cell: ({ value }) => text(value) },
    ...steps.map((step) => ({
      title: ({ funnel }: { funnel: { names: Record<FunnelStep, string> } }) => funnel.names[step],
      cell: (row: SplitRow) => count(row[step]),
      isPlotted: step === 'landing' || step === 'paidOut',
    })),
    { title: ({ funnel }) => funnel.total, cell: ({ landing, paidOut }) => share(paidOut, landing) },
  ],
}
