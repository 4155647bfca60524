import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openOperator, password, type TestOperator } from '../test-operator.ts'

type Entered = Awaited<ReturnType<TestOperator['enter']>>
let operator: TestOperator
let first: Entered
const other = { name: 'anna', password: 'a password of anna' }

beforeAll(async () => {
  operator = await openOperator()
})
afterAll(() => operator.close())
beforeEach(async () => {
  await operator.pool.query(
    "delete from operator where name <> 'operator'; update operator set disabled_at = null; delete from operator_try; delete from operator_act; delete from operator_session",
  )
  first = await operator.enter()
})

const add = (fields: Readonly<Record<string, string>> = {}, by = first) =>
  by.post('/operator/operators/add', { ...other, again: fields.password ?? other.password, ...fields })
const isIn = async ({ get }: Entered) => (await get('/operator')).statusCode === 200

/** What was done, the newest last, without when. */
const done = async () =>
  (
    await operator.pool.query<{ operator_name: string; act: string; subject: string }>(
      "select operator_name, act, subject from operator_act where act <> 'loggedIn' order by done_at, act",
    )
  ).rows.map(({ operator_name, act, subject }) => [operator_name, act, subject])

describe('another operator', () => {
  test('is added with a password of at least twelve characters, logs in with it, and stands in the list', async () => {
    const { statusCode, headers } = await add()
    expect([statusCode, headers.location]).toEqual([303, '/operator/operators?done=added'])
    const anna = await operator.enter(other)
    const { body } = await anna.get('/operator/operators?done=added')
    expect(body).toContain('The account has been added.')
    expect(body).toMatch(/<th scope="row"[^>]*>anna <span class="hint">\(you\)/)
    expect(body).not.toContain(other.password)
    expect(await done()).toEqual([['operator', 'added', 'anna']])
  })

  test.each([
    [{ name: 'A b' }, 400, 'This isn’t a valid account name.'],
    [{ name: 'command' }, 400, 'This isn’t a valid account name.'],
    [{ name: 'a\0b' }, 400, 'This isn’t a valid account name.'],
    [{ password: 'eleven char' }, 400, 'The password needs at least 12 characters.'],
    [{ again: 'a password of hanna' }, 400, 'The passwords don’t match.'],
    [{ name: 'operator' }, 409, 'An account with this name already exists.'],
  ])('%o is refused in words, and what was typed as a name is kept', async (fields, status, words) => {
    const { statusCode, body } = await add(fields)
    expect([statusCode, body.includes(words)]).toEqual([status, true])
    if (!('name' in fields)) expect(body).toContain('name="name" value="anna"')
    expect((await operator.pool.query('select from operator')).rowCount).toBe(1)
    expect(await done()).toEqual([])
  })

  test('once disabled is out at once and cannot come in, until let in again with the same password', async () => {
    await add()
    const anna = await operator.enter(other)
    expect(await isIn(anna)).toBe(true)
    expect((await first.post('/operator/operators/disable', { name: 'anna' })).headers.location).toBe('/operator/operators?done=disabled')
    expect(await isIn(anna)).toBe(false)
    expect((await operator.form('/operator/login', other)).statusCode).toBe(401)
    expect((await first.get('/operator/operators')).body).toContain('Enable')
    await first.post('/operator/operators/enable', { name: 'anna' })
    expect(await isIn(anna)).toBe(false)
    expect(await isIn(await operator.enter(other))).toBe(true)
    expect(await done()).toEqual([
      ['operator', 'added', 'anna'],
      ['operator', 'disabled', 'anna'],
      ['operator', 'enabled', 'anna'],
    ])
  })
})

describe('disabling', () => {
  const confirm = (name: string) => first.post('/operator/operators/disable/confirm', { name })

  test('is confirmed first: the page names whom it ends, and nothing is done before', async () => {
    await add()
    const anna = await operator.enter(other)
    expect((await first.get('/operator/operators')).body).not.toContain('action="/operator/operators/disable"')
    const { statusCode, body } = await confirm('anna')
    expect([statusCode, body.includes('Disable the account anna'), body.includes('action="/operator/operators/disable"')]).toEqual([
      200,
      true,
      true,
    ])
    expect(await isIn(anna)).toBe(true)
  })

  test('oneself is for another operator to do: there is no button, and both steps are refused', async () => {
    await add()
    const { body } = await first.get('/operator/operators')
    expect([body.includes('only another operator can disable it'), body.includes('aria-label="Disable operator"')]).toEqual([true, false])
    for (const step of ['disable/confirm', 'disable']) {
      const answer = await first.post(`/operator/operators/${step}`, { name: 'operator' })
      expect([answer.statusCode, answer.body.includes('You can’t disable your own account')], step).toEqual([409, true])
    }
    expect(await isIn(first)).toBe(true)
    const anna = await operator.enter(other)
    await anna.post('/operator/operators/disable', { name: 'operator' })
    expect(await isIn(first)).toBe(false)
  })

  test('an account that is not there, or is disabled already, is refused before it is confirmed', async () => {
    await add()
    await first.post('/operator/operators/disable', { name: 'anna' })
    for (const name of ['anna', 'nobody', '<b>'])
      expect([name, (await confirm(name)).statusCode, (await first.post('/operator/operators/disable', { name })).statusCode]).toEqual([
        name,
        409,
        409,
      ])
  })
})

describe('the last operator who may log in', () => {
  test('cannot be disabled, and is offered no button for it', async () => {
    expect((await first.post('/operator/operators/disable', { name: 'operator' })).statusCode).toBe(409)
    const { body } = await first.get('/operator/operators')
    expect([body.includes('the last active account'), body.includes('/operator/operators/disable')]).toEqual([true, false])
    expect(await isIn(first)).toBe(true)
  })

  test('is left when two disable each other at once', async () => {
    await add()
    const anna = await operator.enter(other)
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        first.post('/operator/operators/disable', { name: 'anna' }),
        anna.post('/operator/operators/disable', { name: 'operator' }),
      ])
      expect((await operator.pool.query('select from operator where disabled_at is null')).rowCount).toBe(1)
      await operator.pool.query('update operator set disabled_at = null')
      first = await operator.enter()
      Object.assign(anna, await operator.enter(other))
    }
  })
})

describe("one's own password", () => {
  const next = 'another long password'
  const change = (by: Entered, fields: Readonly<Record<string, string>> = {}) =>
    by.post('/operator/operators/password', { old: other.password, password: next, again: next, ...fields })

  test('is changed by telling the old one, and ends every other session of the same operator, and of no other', async () => {
    await add()
    const [here, elsewhere] = [await operator.enter(other), await operator.enter(other)]
    expect((await change(here)).headers.location).toBe('/operator/operators?done=changed')
    expect([await isIn(here), await isIn(elsewhere), await isIn(first)]).toEqual([true, false, true])
    expect((await operator.form('/operator/login', other)).statusCode).toBe(401)
    expect(await isIn(await operator.enter({ name: 'anna', password: next }))).toBe(true)
    expect(await done()).toContainEqual(['anna', 'passwordChanged', 'anna'])
  })

  test.each([
    [{ old: 'not the password' }, 'The current password is wrong.'],
    [{ password: 'eleven char', again: 'eleven char' }, 'The password needs at least 12 characters.'],
    [{ again: `${next}!` }, 'The passwords don’t match.'],
    [{ password: other.password, again: other.password }, 'The new password is the same as the current one.'],
  ])('is not changed by %o', async (fields, words) => {
    await add()
    const here = await operator.enter(other)
    const { statusCode, body } = await change(here, fields)
    expect([statusCode, body.includes(words)]).toEqual([400, true])
    expect(body).not.toContain(other.password)
    expect(await isIn(await operator.enter(other))).toBe(true)
  })

  test('cannot be guessed by whoever sits down at an open session', async () => {
    await add()
    const here = await operator.enter(other)
    for (let tries = 0; tries < 5; tries += 1) expect((await change(here, { old: `a wrong guess ${tries}` })).statusCode).toBe(400)
    expect((await change(here)).statusCode).toBe(429)
  })

  test('of the first account outlasts a start with the setting as it was', async () => {
    const { keepFirstOperator } = await import('../login/accounts.ts')
    await change(first, { old: password })
    await keepFirstOperator(operator.pool, password, operator.clock.machineNow())
    expect(await isIn(first)).toBe(true)
    expect((await operator.form('/operator/login', { name: 'operator', password })).statusCode).toBe(401)
    await change(first, { old: next, password, again: password })
  })
})

test('who did what stands on the page, the newest first, and in its file', async () => {
  operator.clock.pass(60_000)
  await add()
  operator.clock.pass(60_000)
  await first.post('/operator/visits/by-phone', { phone: '13800000001' })
  operator.clock.pass(60_000)
  await first.get('/operator/files/exits.csv')
  operator.clock.pass(1)
  const { body } = await first.get('/operator/files/acts.csv')
  const [head = '', ...lines] = body.split('\r\n')
  expect(head).toBe('\uFEFF"Time","Operator","Action","Object"')
  expect(lines.map((line) => line.replace(/^"[^"]*",/, ''))).toEqual([
    '"operator","exported a file","acts"',
    '"operator","exported a file","exits"',
    '"operator","searched visits by phone number","–"',
    '"operator","added an account","anna"',
    '"operator","logged in","–"',
    '',
  ])
  expect((await first.get('/operator/operators')).body).toContain('searched visits by phone number')
})
