import type { VendorParty, VendorSecrets } from '@fyh/base/vendor-parties.ts'
import { sign } from '@fyh/serve/signed.ts'
import { type Deps, laterBy } from './store.ts'

export type NoticeSettings = { readonly secrets: VendorSecrets; readonly stopped: AbortSignal }

type Claimed = { notice_row_id: number; port: VendorParty; url: string; body: object; tries: number }

export const noticeTriesMax = 30
const answerLimitMs = 5_000
/** Longer than one try can take, so that a claimed row is not taken twice; after a crash it is due again then. */
const claimMs = answerLimitMs + 2_000
const backOffMaxMs = 60_000

/** Sends the call-backs that are due, each until the receiver acknowledges it. Returns how many were tried. */
export async function deliverDue(deps: Deps, settings: NoticeSettings): Promise<number> {
  const now = deps.clock.machineNow()
  const { rows } = await deps.pool.query<Claimed>(
    `update notice set tries = tries + 1, next_try_at = $2
      where notice_row_id in (select notice_row_id from notice where state = 'waiting' and next_try_at <= $1
                               order by next_try_at, notice_row_id limit 10 for update skip locked)
      returning notice_row_id, port, url, body, tries`,
    [now, laterBy(now, claimMs)],
  )
  await Promise.all(rows.map((row) => deliver(deps, settings, row)))
  return rows.length
}

async function deliver(deps: Deps, settings: NoticeSettings, notice: Claimed): Promise<void> {
  const answer = await post(deps, settings, notice)
  const isGivenUp = !answer.acknowledged && notice.tries >= noticeTriesMax
  await deps.pool.query('update notice set state = $2, next_try_at = $3, last_answer = $4 where notice_row_id = $1', [
    notice.notice_row_id,
    answer.acknowledged ? 'acknowledged' : isGivenUp ? 'givenUp' : 'waiting',
    laterBy(deps.clock.machineNow(), backOffMs(notice.tries)),
    answer.said.slice(0, 200),
  ])
}

/** 1 s, 2 s, 4 s … to a minute. */
export const backOffMs = (tries: number): number => Math.min(backOffMaxMs, 1_000 * 2 ** Math.min(tries - 1, 10))

async function post(
  { clock }: Deps,
  { secrets, stopped }: NoticeSettings,
  notice: Claimed,
): Promise<{ acknowledged: boolean; said: string }> {
  try {
    const url = new URL(notice.url)
    const body = JSON.stringify(notice.body)
    const signed = sign({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      body,
      secret: secrets(notice.port)[0],
      at: clock.machineNow(),
    })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed },
      body,
      redirect: 'error',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(answerLimitMs)]),
    })
    const said = await response.text()
    return { acknowledged: response.status === 200 && isDone(said), said: `HTTP ${response.status} ${said}` }
  } catch (error) {
    // No answer is an answer like any other here: the row waits for its next try.
    return { acknowledged: false, said: error instanceof Error ? `${error.name}: ${error.message}` : 'failed' }
  }
}

function isDone(said: string): boolean {
  try {
    const answer: unknown = JSON.parse(said)
    return typeof answer === 'object' && answer !== null && 'code' in answer && answer.code === 0
  } catch {
    return false
  }
}

/** Makes a call-back due at once, whatever became of it before. */
export async function sendAgain(deps: Deps, noticeRowId: number): Promise<boolean> {
  const { rowCount } = await deps.pool.query(`update notice set state = 'waiting', tries = 0, next_try_at = $2 where notice_row_id = $1`, [
    noticeRowId,
    deps.clock.machineNow(),
  ])
  return rowCount === 1
}
