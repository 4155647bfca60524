import type { Db } from '#platform/deps.ts'

type ExchangeKey = { readonly codeMark: Buffer; readonly deviceMark: Buffer; readonly addressMark: Buffer }
export type Exchange = {
  readonly deviceMark: Buffer
  readonly state: string
  readonly refusal: string | null
  readonly personSealed: Buffer | null
  readonly startedAt: Date
}

type Taking = ExchangeKey & { readonly now: Date; readonly staleBefore: Date; readonly retryBefore: Date }

/** True for the one who is to exchange the code: its first sender, who finds it left running by a process that is gone, or who tries again. */
export async function takeExchange(db: Db, given: Taking): Promise<boolean> {
  const row = { device_mark: given.deviceMark, address_mark: given.addressMark, started_at: given.now }
  const taken = await db
    .insertInto('messenger_exchange')
    .values({ code_mark: given.codeMark, state: 'running', refusal: null, person_sealed: null, ...row })
    .onConflict((conflict) =>
      conflict
        .column('code_mark')
        .doUpdateSet({ ...row, state: 'running', refusal: null })
        .where((is) =>
          is.or([
            is('messenger_exchange.state', '=', 'running').and('messenger_exchange.started_at', '<', given.staleBefore),
            is('messenger_exchange.state', '=', 'refused')
              .and('messenger_exchange.refusal', 'not in', ['codeUsed', 'codeInvalid'])
              .and('messenger_exchange.started_at', '<', given.retryBefore),
          ]),
        ),
    )
    .returning('state')
    .executeTakeFirst()
  return taken !== undefined
}

export async function exchangeOf(db: Db, codeMark: Buffer): Promise<Exchange | undefined> {
  return db
    .selectFrom('messenger_exchange')
    .select(['device_mark as deviceMark', 'state', 'refusal', 'person_sealed as personSealed', 'started_at as startedAt'])
    .where('code_mark', '=', codeMark)
    .executeTakeFirst()
}

export async function endExchange(
  db: Db,
  codeMark: Buffer,
  end: { readonly state: 'granted' | 'refused'; readonly refusal: string | null; readonly personSealed: Buffer | null },
): Promise<void> {
  await db
    .updateTable('messenger_exchange')
    .set({ state: end.state, refusal: end.refusal, person_sealed: end.personSealed })
    .where('code_mark', '=', codeMark)
    .execute()
}

export async function exchangesSince(db: Db, addressMark: Buffer, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('messenger_exchange')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('address_mark', '=', addressMark)
    .where('started_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function forgetExchanges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('messenger_exchange').where('started_at', '<', before).execute()
}

export type LentKind = 'access' | 'script'
type LentKey = { readonly appId: string; readonly kind: LentKind }
export type Lent = { readonly valueSealed: Buffer | null; readonly goodUntil: Date; readonly leaseUntil: Date }

export async function lentOf(db: Db, { appId, kind }: LentKey): Promise<Lent | undefined> {
  return db
    .selectFrom('messenger_token')
    .select(['value_sealed as valueSealed', 'good_until as goodUntil', 'lease_until as leaseUntil'])
    .where('app_id', '=', appId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** True for the one node that is to fetch another value while the lease runs: nobody else's runs, and the value is not fresh. */
export async function takeLease(
  db: Db,
  { appId, kind, now, leaseUntil, freshUntil }: LentKey & { readonly now: Date; readonly leaseUntil: Date; readonly freshUntil: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('messenger_token')
    .values({ app_id: appId, kind, value_sealed: null, good_until: now, lease_until: leaseUntil })
    .onConflict((conflict) =>
      conflict
        .columns(['app_id', 'kind'])
        .doUpdateSet({ lease_until: leaseUntil })
        .where('messenger_token.lease_until', '<=', now)
        .where('messenger_token.good_until', '<=', freshUntil),
    )
    .returning('kind')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps a value and ends the lease. */
export async function keepLent(
  db: Db,
  { appId, kind, ...value }: LentKey & { readonly valueSealed: Buffer; readonly goodUntil: Date; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('messenger_token')
    .set({ value_sealed: value.valueSealed, good_until: value.goodUntil, lease_until: value.now })
    .where('app_id', '=', appId)
    .where('kind', '=', kind)
    .execute()
}

export async function endLease(db: Db, { appId, kind, now }: LentKey & { readonly now: Date }): Promise<void> {
  await db.updateTable('messenger_token').set({ lease_until: now }).where('app_id', '=', appId).where('kind', '=', kind).execute()
}

/** A value that the messenger no longer takes is good no more; one that has been replaced meanwhile stays. */
export async function spoil(
  db: Db,
  { appId, kind, valueSealed, now }: LentKey & { readonly valueSealed: Buffer; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('messenger_token')
    .set({ good_until: now })
    .where('app_id', '=', appId)
    .where('kind', '=', kind)
    .where('value_sealed', '=', valueSealed)
    .execute()
}
