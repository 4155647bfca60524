import { makeLog } from '@fyh/serve/log.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { publishedLenderIds } from '#lending/lenders/lenders.ts'
import { applicants } from '../../features/apply/test-applicant.ts'
import { readConfig } from '../config.ts'
import { makeSeal } from '../crypto.ts'
import { takeNodeLease } from '../node-lease.ts'
import { must, type TestBorrower } from '../test-borrower.ts'
import { borrowed } from '../test-loan.ts'
import { type TestServer, testServer } from '../test-server.ts'
import { marksInUse } from './key-marks.ts'
import { sealedColumns } from './sealed-columns.ts'
import { bothKeys, formerKeys, newKeys, onDatabaseOf, renewOn } from './test-keys.ts'

const log = makeLog({ name: 'test', level: 'silent' })
let servers: TestServer[] = []
afterEach(async () => {
  // The first one drops the database that the others share.
  for (const server of servers.toReversed()) await server.close()
  servers = []
})
async function open(settings: Readonly<Record<string, string>> = formerKeys): Promise<TestServer> {
  const server = await testServer({ settings })
  servers.push(server)
  return server
}
const openOn = (server: TestServer, keys: Readonly<Record<string, string>>) => open(onDatabaseOf(server, keys))

async function userOf(server: TestServer, { mobile }: Pick<TestBorrower, 'mobile'>): Promise<number | undefined> {
  // Each server's clock begins at ten.
  server.machine.pass(servers.length * 300_000)
  must(await server.call('session', 'sendCode', { body: { mobile, purpose: 'login' } }, { address: '10.3.3.3' }))
  const authCode = /\d{4}/.exec(server.providers.sms.send.calls.at(-1)?.text ?? '')?.[0] ?? ''
  const agreed = must(await server.call('agreement', 'current', { query: { scene: 'login' } })).texts
  return must(await server.call('session', 'registerAndLogin', { body: { mobile, authCode, agreed } })).user.userId
}

describe('a start beside another key', () => {
  test.each([
    ['FIELD_KEY', 'FIELD_KEYS_RETIRED'],
    ['INDEX_KEY', 'INDEX_KEYS_RETIRED'],
    ['VENDOR_SECRET', 'VENDOR_SECRETS_RETIRED'],
  ] as const)('%s is refused, with the way out, and writes nothing; beside the former one it starts', async (name, retired) => {
    const server = await open()
    const marks = () => server.db.selectFrom('key_mark').selectAll().orderBy('key_name').execute()
    const before = await marks()
    const other = { ...formerKeys, [name]: newKeys[name] }
    await expect(openOn(server, other)).rejects.toThrow(new RegExp(`${name}.* is not the key of this database.*${retired}.*npm run keys`))
    expect(await marks()).toEqual(before)
    await openOn(server, { ...other, [retired]: formerKeys[name] })
    // From now on values may need the new one, too.
    await expect(openOn(server, formerKeys)).rejects.toThrow(name)
  })

  test('a database from before there were marks proves by its values which keys are its own', async () => {
    const server = await open()
    await server.newBorrower({ upTo: 'login' })
    await server.db.deleteFrom('key_mark').execute()
    await expect(openOn(server, { ...formerKeys, FIELD_KEY: newKeys.FIELD_KEY })).rejects.toThrow('FIELD_KEY is not the key')
    await expect(openOn(server, { ...formerKeys, INDEX_KEY: newKeys.INDEX_KEY })).rejects.toThrow('INDEX_KEY is not the key')
    await openOn(server, formerKeys)
  })

  test('the mark of a key tells nothing of it', async () => {
    const server = await open()
    const stored = JSON.stringify(await server.db.selectFrom('key_mark').selectAll().execute())
    for (const key of Object.values(formerKeys)) expect(stored).not.toContain(key)
  })
})

describe('changing the keys', () => {
  test('with both keys everybody is found as before, and after renewing with the new ones alone', async () => {
    const server = await open()
    const borrower = await server.newBorrower({ upTo: 'card' })
    const phone_index = server.deps.seal.blindIndex('mobile', borrower.mobile)
    await server.db.insertInto('messenger_identity').values(messengerOf(server, borrower.userId)).execute()

    const both = await openOn(server, bothKeys)
    expect(await userOf(both, borrower)).toBe(borrower.userId)
    await sameAsBefore(both, borrower)
    const another = { mobile: '13700001234' }
    const anotherId = await userOf(both, another)

    const { isDone, said } = await renewOn(server)
    expect([isDone, said]).toEqual([true, expect.stringContaining('INDEX_KEY: done')])
    await expect(openOn(server, formerKeys)).rejects.toThrow('is not the key of this database')
    const fresh = await openOn(server, newKeys)
    expect(await userOf(fresh, borrower)).toBe(borrower.userId)
    expect(await userOf(fresh, another)).toBe(anotherId)
    await sameAsBefore(fresh, borrower)
    must(await fresh.call('apply', 'summary', {}, borrower))
    expect(await fresh.db.selectFrom('borrower_phone').selectAll().where('phone_index', '=', phone_index).execute()).toEqual([])
  }, 30_000)

  /** One person, one account; one card, one binding: whichever key the rows have. */
  async function sameAsBefore(server: TestServer, borrower: TestBorrower): Promise<void> {
    const people = applicants(server)
    const identity = must(await server.call('apply', 'identity', {}, borrower))
    expect(identity).toMatchObject({ confirmed: true })
    const known = await server.db.selectFrom('identity').selectAll().where('user_id', '=', borrower.userId).executeTakeFirstOrThrow()
    const idNumber = server.deps.seal.openText(known.number_sealed, { table: 'identity', column: 'number', row: borrower.userId })
    const twin = await people.applicant({ upTo: 'photos' })
    must(await people.confirmIdentity(twin, { idNumber }))
    expect((await people.passFace(twin)).error).toBe('ID_NUMBER_TAKEN')
    const card = await server.db.selectFrom('bank_card').selectAll().where('user_id', '=', borrower.userId).executeTakeFirstOrThrow()
    const cardNumber = server.deps.seal.openText(card.number_sealed, { table: 'bank_card', column: 'number', row: card.card_id })
    const again = { body: { cardNumber, mobile: borrower.mobile } }
    expect((await server.call('card', 'startBind', again, borrower)).error).toBe('CARD_ALREADY_BOUND')
  }

  test('a phone that is blocked stays blocked; one without an account keeps the former key needed, and is named', async () => {
    const server = await open()
    const { mobile } = await server.newBorrower({ upTo: 'login' })
    const block = (phone: string) => ({
      phone_index: server.deps.seal.blindIndex('mobile', phone),
      reason: 'asked for by its owner',
      blocked_at: new Date(server.machine.machineNow().getTime() - 86_400_000),
    })
    await server.db
      .insertInto('blocked_phone')
      .values([block(mobile), block('13700009998')])
      .execute()
    const both = await openOn(server, bothKeys)
    const check = async (on: TestServer, phone: string) => (await on.call('session', 'checkMobile', { body: { mobile: phone } })).error
    expect([await check(both, mobile), await check(both, '13700009998')]).toEqual(['MOBILE_BLOCKED', 'MOBILE_BLOCKED'])
    const first = await renewOn(server)
    expect([first.isDone, first.said]).toEqual([false, expect.stringContaining('1 blocked phones have no account')])
    await server.db.deleteFrom('blocked_phone').where('phone_index', '=', block('13700009998').phone_index).execute()
    expect((await renewOn(server)).isDone).toBe(true)
    expect(await check(await openOn(server, newKeys), mobile)).toBe('MOBILE_BLOCKED')
  })

  test('two accounts that one phone got under two keys are named and left as they are', async () => {
    const server = await open()
    const { mobile, userId } = await server.newBorrower({ upTo: 'login' })
    const other = makeSeal({ fieldKey: newKeys.FIELD_KEY, fieldKeysRetired: [formerKeys.FIELD_KEY], indexKey: newKeys.INDEX_KEY })
    const second = { user_id: 4711, phone_index: other.blindIndex('mobile', mobile) }
    const mobile_sealed = other.text(mobile, { table: 'borrower', column: 'mobile', row: 4711 })
    await server.db
      .insertInto('borrower')
      .values({ user_id: 4711, mobile_sealed, channel_code: 'fyh', registered_at: server.machine.now() })
      .execute()
    await server.db.insertInto('borrower_phone').values(second).execute()
    const { isDone, said } = await renewOn(server)
    expect([isDone, said]).toEqual([
      false,
      expect.stringContaining(`share a phone or an ID number with another account; resolve that first: ${userId}`),
    ])
  })

  test('an account has one proved ID number: the database refuses a second one', async () => {
    const server = await open()
    const { userId } = await server.newBorrower({ upTo: 'card' })
    const number_index = server.deps.seal.blindIndex('idNumber', '110101199001011237')
    const second = server.db.insertInto('identity_number').values({ number_index, user_id: userId }).execute()
    await expect(second).rejects.toThrow('identity_number_user')
  })

  test('while a process writes with the former keys nothing is done, and its NODE_ID is named', async () => {
    const server = await open()
    await server.newBorrower({ upTo: 'login' })
    const nodeOn = (keys: Readonly<Record<string, string>>) => {
      const config = readConfig(onDatabaseOf(server, keys))
      return takeNodeLease({
        config: { ...config, nodeId: 3 },
        log,
        keyMarks: marksInUse({ config, lenderIds: publishedLenderIds() }),
        onLost: () => undefined,
      })
    }
    const before = await nodeOn(formerKeys)
    const { isDone, said } = await renewOn(server)
    expect([isDone, said]).toEqual([false, expect.stringMatching(/nothing renewed: .* NODE_ID 3; restart all with the new keys/)])
    await before.release()
    const after = await nodeOn(bothKeys)
    expect((await renewOn(server)).isDone).toBe(true)
    await after.release()
  })

  test('a former vendor secret is needed while an order from before waits for its result', async () => {
    const server = await open()
    const borrower = await server.newBorrower({ upTo: 'card' })
    await borrowed(server, borrower)
    await server.runJobs()
    await server.db
      .updateTable('payout')
      .set({ requested_at: new Date('2026-11-26T02:00:00Z') })
      .execute()
    await openOn(server, bothKeys)
    expect((await renewOn(server)).said).toContain('VENDOR_SECRET_LENDER_1: 1 orders are waiting for their result')
    await server.deliverNotices()
    expect((await renewOn(server)).isDone).toBe(true)
  })
})

describe('what the command knows of the schema', () => {
  test('every sealed column', async () => {
    const server = await open()
    const rows = await columnsLike(server, '%\\_sealed')
    expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(rows)
  })

  test('every blind index that lasts is made again; those of codes and counts expire within days', async () => {
    const server = await open()
    const lasting = ['bank_card.number_index', 'blocked_phone.phone_index', 'borrower_phone.phone_index', 'card_binding.number_index']
    const ofIdentity = ['identity.number_index', 'identity_number.number_index']
    expect(await columnsLike(server, '%\\_index')).toEqual([...lasting, ...ofIdentity].toSorted())
  })

  async function columnsLike(server: TestServer, name: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'fyh' and data_type = 'bytea' and column_name like ${name}`.execute(server.db)
    return rows.map((row) => row.name).toSorted()
  }
})

function messengerOf({ deps: { seal }, machine }: TestServer, userId: number) {
  const place = { table: 'messenger_identity', column: 'open_id', row: `${userId} wxsandboxaccount` }
  return { user_id: userId, app_id: 'wxsandboxaccount', open_id_sealed: seal.text('open', place), linked_at: machine.machineNow() }
}
