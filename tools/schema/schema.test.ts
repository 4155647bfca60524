import { openPool } from '@fyh/postgres/pool.ts'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyTestDatabase, type TestDatabase, testDatabase } from '../postgres/test-database.ts'
import { readCatalog } from './catalog.ts'
import { placements } from './placement.ts'
import { schemaFaults } from './rules.ts'
import { appsWithUsers, migrationsOf } from './schema.ts'

describe.each(appsWithUsers)('the tables of apps/%s', (app) => {
  test('can be spread over machines by user, and hold money, days and moments in their types', async () => {
    const database = await testDatabase({ migrations: migrationsOf(app), schema: app })
    const pool = openPool({ url: database.url, schema: app, applicationName: 'schema', max: 1 })
    try {
      const catalog = await readCatalog(pool, app)
      expect(catalog.tables.length).toBeGreaterThan(1)
      expect(schemaFaults(catalog, placements)).toEqual([])
    } finally {
      await pool.end()
      await database.drop()
    }
  })
})

describe('a fault is found', () => {
  let database: TestDatabase
  let pool: Pool
  beforeAll(async () => {
    database = await emptyTestDatabase()
    pool = openPool({ url: database.url, schema: 'seeded', applicationName: 'schema', max: 1 })
  })
  afterAll(async () => {
    await pool?.end()
    await database?.drop()
  })

  const declared = new Map([
    ['number', { at: 'value', why: 'a number' }],
    ['clock', { at: 'everywhere', why: 'one row' }],
  ] as const)
  const good = `
    create table loan (user_id bigint not null, loan_id bigint not null, state text not null check (state in ('a')), amount_fen bigint,
      due_date date, made_at timestamptz, primary key (user_id, loan_id));
    create table number (number text primary key, user_id bigint unique);
    create table clock (only_row boolean primary key);`

  async function faultsAfter(sql: string): Promise<string[]> {
    await pool.query(`drop schema if exists seeded cascade; create schema seeded; set search_path = seeded; ${good} ${sql}`)
    return schemaFaults(await readCatalog(pool, 'seeded'), declared)
  }

  test('none where there is none', async () => {
    const part = 'create table part (user_id bigint, loan_id bigint, part smallint, primary key (user_id, loan_id, part),'
    expect(await faultsAfter(`${part} foreign key (user_id, loan_id) references loan (user_id, loan_id))`)).toEqual([])
  })

  test.each([
    ['create table loose (id bigint primary key)', 'loose: has no user_id and no declared placement'],
    ['create table heap (user_id bigint not null)', 'heap: has no primary key'],
    ['create table a (user_id text primary key)', "a.user_id: is bigint not null in a user's table, not text"],
    ['create table a (user_id bigint not null, id bigint primary key)', 'a.id: user_id comes first in the primary key'],
    ['alter table loan add unique (loan_id, user_id)', 'loan.loan_id: user_id comes first in the unique key loan_loan_id_user_id_key'],
    ['create unique index by_due on loan (due_date) where amount_fen > 0', 'loan.due_date: user_id comes first in the unique key by_due'],
    ['create unique index by_what on loan ((amount_fen + 1))', 'loan.by_what: user_id comes first in the unique key by_what'],
    ['create table a (user_id bigint primary key, n text references number (number))', 'a.n: a_n_fkey refers to number across machines'],
    [
      'create table a (l bigint, user_id bigint primary key, foreign key (l, user_id) references loan (user_id, loan_id))',
      'a.l,user_id: user_id comes first on both sides of a_l_user_id_fkey',
    ],
    ['alter table loan add column no bigint generated always as identity', 'loan.no: ids are made by the application, not by a sequence'],
    ['alter table clock add column no bigserial', 'clock.no: ids are made by the application, not by a sequence'],
    ['create sequence numbers', 'numbers: ids are made by the application, so there are no sequences'],
    ['alter table loan add column rate double precision', 'loan.rate: no floating point and no money type'],
    ['alter table loan add column cost money', 'loan.cost: no floating point and no money type'],
    ['alter table loan add column paid_fen integer', 'loan.paid_fen: amounts are bigint, not integer'],
    ['alter table loan add column paid_on timestamptz', 'loan.paid_on: civil dates are date, not timestamp with time zone'],
    ['alter table loan add column paid_at timestamp', 'loan.paid_at: moments are timestamptz, not timestamp without time zone'],
    ['alter table loan add column paid_at date', 'loan.paid_at: moments are timestamptz, not date'],
    ['alter table loan add column status text', 'loan.status: a CHECK lists the states'],
    [
      "create function f() returns trigger language plpgsql as 'begin return new; end'; create trigger t before insert on loan for each row execute function f()",
      "loan.t: a user's table has no triggers",
    ],
  ])('%s', async (sql, fault) => {
    expect(await faultsAfter(sql)).toContain(fault)
  })
})
