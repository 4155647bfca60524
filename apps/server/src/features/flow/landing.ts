import { type CivilDate, today } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, subFen } from '@fyh/base/money.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { Language } from '@fyh/contract/errors.ts'
import type { flow } from '@fyh/contract/flow.ts'
import { constants } from '@fyh/contract/options.ts'
import { methodTraits } from '@fyh/loan-engine/methods.ts'
import { type Lender, lendersOn, offeredRates, planOf, priceFor, priceRange } from '#lending/lenders/lenders.ts'
import type { Deps } from '#platform/deps.ts'
import { type Channel, type Channels, channelState } from './channels.ts'

type Landing = DataOf<typeof flow.channel>
type Example = NonNullable<Landing['example']>

/** The sum and the term of the worked example, where a product has them. */
const exampleFen = fen(1_000_000)
const examplePeriods = 12

type Asked = { readonly channelCode: string; readonly language: Language }

/** What the landing page of a channel shows today. A code that is not published gets the general offer. */
export async function landingOf(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  channels: Channels,
  { channelCode, language }: Asked,
): Promise<Landing> {
  const on = today(clock)
  const channel = channels.get(channelCode)
  const lenders = await lendersOn(db, on)
  const state = channel === undefined ? 'open' : channelState(channel, on)
  return {
    channelName: channel === undefined || channel.isDirect ? null : channel.name[language],
    state,
    opensOn: state === 'notYet' ? (channel?.openFrom ?? null) : null,
    limitMaxFen: fen(Math.min(channel?.offer?.limitMaxFen ?? constants.amountMaxFen, constants.amountMaxFen)),
    price: priceRange(lenders, { on }) ?? null,
    periods: [...new Set(lenders.flatMap(({ products }) => products.flatMap(({ periods }) => periods)))].toSorted((a, b) => a - b),
    example: exampleOf(lenders, on),
    lenders: lenders.filter(({ products }) => products.length > 0).map(({ name }) => name),
    ownPage: ownPageOf(channel, { language, sandboxUrl: config.sandboxUrl }),
  }
}

function ownPageOf(channel: Channel | undefined, { language, sandboxUrl }: { language: Language; sandboxUrl: string }): Landing['ownPage'] {
  if (channel?.ownPage === undefined) return null
  const { institution, address } = channel.ownPage
  return { institution: institution[language], address: address.replace(/^sandbox:/, sandboxUrl) }
}

/** The cheapest and the dearest loan of the example's sum and term among those with one instalment for all periods. */
function exampleOf(lenders: readonly Lender[], payOutDate: CivilDate): Example | null {
  const wish = { amountFen: exampleFen, periods: examplePeriods, payOutDate } as const
  const rows = lenders.flatMap(({ priceCapPpm, products }) =>
    products
      .filter(
        ({ method, periods, amountMinFen, amountMaxFen }) =>
          methodTraits[method].share === 'instalment' &&
          periods.includes(examplePeriods) &&
          amountMinFen <= exampleFen &&
          exampleFen <= amountMaxFen,
      )
      .flatMap((product) =>
        offeredRates(product).flatMap(({ annualRatePpm }) => {
          const { simple } = priceFor(product, { ...wish, annualRatePpm })
          const totals = planOf(product, { ...wish, annualRatePpm }).map(({ total }): Fen => total)
          const [instalment = exampleFen] = totals
          return simple > priceCapPpm ? [] : [{ annualRatePpm: simple, instalment, interest: subFen(addFen(...totals), exampleFen) }]
        }),
      ),
  )
  const [lowest, ...others] = rows.toSorted((one, other) => one.annualRatePpm - other.annualRatePpm)
  return lowest === undefined ? null : { principal: exampleFen, periods: examplePeriods, lowest, highest: others.at(-1) ?? lowest }
}
