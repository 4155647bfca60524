import { type Html, html } from '@fyh/serve/html.ts'
import { listRows } from '../ask.ts'
import type { Collecting, CollectState } from '../collecting.ts'
import { shownCount } from '../page/cells.ts'
import { pathOf } from '../page/frame.ts'
import { tableSection } from '../page/table.ts'
import { countToday, liveMinutes, minutes, refusals, type Today } from '../questions/today.ts'
import type { Words } from '../words/zh-cn.ts'
import type { AnswerPage, Asked } from './asked.ts'

const refusalRowsMax = 20

/** What happens now. The part marked data-live is fetched again every few seconds. */
export const overviewPage = (collecting: Collecting): AnswerPage => ({
  path: pathOf('overview'),
  at: 'overview',
  title: ({ overview }) => overview.title,
  body: async ({ words, filter, pool, now }: Asked) => {
    const [today, lastMinutes, refused, state] = await Promise.all([
      countToday(pool, now),
      listRows(pool, minutes(now), filter, liveMinutes),
      listRows(pool, refusals(now), filter, refusalRowsMax),
      collecting(),
    ])
    const { overview } = words
    return html`<p class="refresh" data-refresh data-paused="${overview.paused}" data-lost="${overview.lost}" role="status">${overview.live}</p>
      <div id="live" data-live>
        ${tiles(words, today, state)}
        ${tableSection(minutes(now), lastMinutes, { words, filter, title: overview.minutes, chart: 'line', isFolded: true })}
        ${tableSection(refusals(now), refused, { words, filter, title: overview.refusals, about: overview.refusalsText })}
      </div>
      <p class="hint">${words.filter.zone}</p>`
  },
})

function tiles(words: Words, today: Today, { state, waiting }: CollectState): Html {
  const { tiles: titles, states } = words.overview
  const figures = {
    events: today.events,
    visits: today.visits,
    people: today.people,
    errors: today.errors,
    refused: today.refused,
    waiting,
  }
  const tile = (title: string, value: string, tone = '') => html`<div class="tile ${tone}"><dt>${title}</dt><dd>${value}</dd></div>`
  return html`<dl class="tiles">
          ${tile(titles.state, states[state], state === 'ok' ? 'good' : 'bad')}
          ${(['events', 'visits', 'people', 'errors', 'refused', 'waiting'] as const).map((name) => tile(titles[name], shownCount(figures[name], words)))}
        </dl>`
}
