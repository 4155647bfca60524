import { expect, test } from 'vitest'
import { sumWaiting } from './sum-waiting.ts'

const ofHome = { day: '2026-11-28', channel: 'wx', brand: 'fyh', host: 'browser' }
const events = (events: Record<string, Record<string, number>>, changes: Partial<typeof ofHome> = {}) => ({
  event_count: [{ ...ofHome, ...changes, events }],
})
const exits = (page: string[], visits: unknown) => ({
  'exit_count.day': page.map(() => '2026-11-28'),
  'exit_count.page': page,
  'exit_count.channel': page.map(() => 'wx'),
  'exit_count.brand': page.map(() => 'fyh'),
  'exit_count.host': page.map(() => 'browser'),
  'exit_count.visits': visits,
})

test('counts of many writes are one of each key, and those of any key are the sum of what waits', () => {
  const sum = sumWaiting([
    events({ tap: { home: 2 }, page_load: { home: 1 } }),
    { ...events({ tap: { home: 3, login: 1 } }), 'minute_count.minute': ['a'], 'minute_count.count': [4] },
    events({ tap: { home: 5 } }, { host: 'messenger' }),
    exits(['home', 'login'], [2, -1]),
    exits(['login'], [-3]),
    { 'minute_count.minute': ['b', 'a'], 'minute_count.count': [1, 2] },
    {},
  ])
  expect(sum).toEqual([
    {
      event_count: [
        { ...ofHome, events: { tap: { home: 5, login: 1 }, page_load: { home: 1 } } },
        { ...ofHome, host: 'messenger', events: { tap: { home: 5 } } },
      ],
      ...exits(['home', 'login'], [2, -4]),
      'minute_count.minute': ['a', 'b'],
      'minute_count.count': [6, 1],
    },
  ])
})

test('sets of steps that browsers reached are summed beside the marks that older collectors made of such', () => {
  const of = (values: string, steps: (string | number)[], people: number[]) => ({
    ...Object.fromEntries(Object.entries(ofHome).map(([name, value]) => [`${values}.${name}`, steps.map(() => value)])),
    [`${values}.${values === 'reached' ? 'steps' : 'step'}`]: steps,
    [`${values}.people`]: people,
  })
  const sum = sumWaiting([
    of('reached', [1, 3], [5, 2]),
    of('funnel_count', ['landing'], [4]),
    of('reached', [1, 7], [-2, 1]),
    { ...of('reached', [3], [-1]), ...of('funnel_count', ['login', 'landing'], [1, 1]) },
  ])
  expect(sum).toEqual([{ event_count: [], ...of('reached', [1, 3, 7], [3, 1, 1]), ...of('funnel_count', ['landing', 'login'], [5, 1]) }])
})

test('keys that are alike when they are written one after the other stay apart', () => {
  const [sum] = sumWaiting([exits(['ab', 'a'], [1, 1]), events({ a: { bc: 1 }, ab: { c: 1 } })])
  expect(sum).toMatchObject({ 'exit_count.visits': [1, 1], event_count: [{ events: { a: { bc: 1 }, ab: { c: 1 } } }] })
})

test('what is not of the form in which counts wait stays as it is', () => {
  const strange = [
    null,
    'counts',
    [],
    exits(['home'], [1, 2]),
    exits(['home'], ['1']),
    exits(['home'], [0.5]),
    exits(['home'], [2 ** 53]),
    exits(['home'], undefined),
    { ...exits(['home'], [1]), 'exit_count.page': [null] },
    { ...exits(['home'], [1]), 'exit_count.page': undefined },
    { 'reached.steps': [1], 'reached.people': [1] },
    { event_count: {} },
    { event_count: [null] },
    events({ tap: { home: 'often' as unknown as number } }),
    { event_count: [{ ...ofHome, day: 5, events: {} }] },
    { event_count: [{ ...ofHome, events: { tap: 'home' } }] },
  ]
  expect(sumWaiting([...strange, exits(['home'], [1])])).toEqual([{ event_count: [], ...exits(['home'], [1]) }, ...strange])
})
