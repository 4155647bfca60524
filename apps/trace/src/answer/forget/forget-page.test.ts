import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mobileIndex, openOperator, type TestOperator } from '../test-operator.ts'

let operator: TestOperator
let entered: Awaited<ReturnType<TestOperator['enter']>>

beforeAll(async () => {
  operator = await openOperator()
  entered = await operator.enter()
})
afterAll(() => operator.close())
beforeEach(() => operator.pool.query('truncate event, person, browser_user, visit, forget_record, operator_act'))

const from = (browser: string, event: Readonly<Record<string, unknown>> = {}) => ({
  generateId: browser,
  traceId: `visit-${browser}`,
  ...event,
})
const events = async () => (await operator.pool.query('select from event')).rowCount

test('a user is forgotten once it was confirmed, and the page says how much was deleted', async () => {
  await operator.send(from('a', { userId: '4107' }), from('a', { userId: '4107' }), from('b', { userId: '8' }))
  const asked = await entered.post('/operator/forget/confirm', { user: ' 4107 ' })
  expect([asked.statusCode, await events()]).toEqual([200, 3])
  expect(asked.body).toContain('Delete data by User ID: 4107')
  expect(asked.body).toContain('Found – visits: 1, browsers: 1.')
  expect(asked.body).toContain('<input type="hidden" name="user" value="4107">')
  const { statusCode, headers } = await entered.post('/operator/forget', { user: '4107' })
  expect([statusCode, await events()]).toEqual([303, 1])
  expect((await entered.get(String(headers.location))).body).toContain('Deleted – events: 2, visits: 1, browsers: 1.')
  expect((await operator.pool.query('select asked_by, subject_index, events from forget_record')).rows).toEqual([
    { asked_by: 'operator', subject_index: mobileIndex('user 4107'), events: 2 },
  ])
  expect((await operator.pool.query('select operator_name, act, subject from operator_act')).rows).toEqual([
    { operator_name: 'operator', act: 'forgot', subject: '' },
  ])
})

test('PS-02 whoever used a phone number is forgotten by its index, the number stands on no page, and the page says what a number cannot find', async () => {
  await operator.send(from('a', { mobile: '13800000001' }), from('b', { mobile: '138****0001' }))
  const { body } = await entered.post('/operator/forget/confirm', { phone: '138 0000 0001' })
  expect(body).toContain('Delete data by Phone number: 138****0001')
  expect(body).toContain('Browsers send only masks')
  expect(body).not.toContain('13800000001')
  const phone = mobileIndex('13800000001')
  expect(body).toContain(`name="phone" value="${phone}"`)
  const { headers } = await entered.post('/operator/forget', { phone })
  expect(await events()).toBe(1)
  expect(headers.location).toMatch(/^\/operator\/forget\?done=\d+$/)
})

test('who is not there is told so', async () => {
  operator.clock.pass(1_000)
  const { headers } = await entered.post('/operator/forget', { user: '99' })
  expect((await entered.get(String(headers.location))).body).toContain('Nothing was found and nothing was deleted')
})

test.each([
  [{ user: 'who? me' }, 'User ID isn’t a valid user ID.'],
  [{ user: '' }, 'User ID isn’t a valid user ID.'],
  [{ user: 'a\0b' }, 'User ID isn’t a valid user ID.'],
  [{ phone: '12345' }, 'Phone number isn’t a valid phone number.'],
])('%o is refused in words before anything is asked of the database', async (fields, words) => {
  const { statusCode, body } = await entered.post('/operator/forget/confirm', fields)
  expect([statusCode, body.includes(words)]).toEqual([400, true])
  expect((await entered.post('/operator/forget', fields)).headers.location).toBe('/operator/forget')
})

test('the page says how long things are kept, as the process was told, and what was forgotten when and by whom', async () => {
  await operator.send(from('a', { userId: '7' }))
  operator.clock.pass(1_000)
  await entered.post('/operator/forget', { user: '7' })
  const { body } = await entered.get('/operator/forget')
  expect(body).toMatch(/<dt>Events, visits and browsers<\/dt><dd>180 days<\/dd>/)
  expect(body).toMatch(/<dt>Counts \(no personal data\)<\/dt><dd>800 days<\/dd>/)
  const file = await entered.get('/operator/files/wishes.csv')
  expect(file.body.split('\r\n')[1]).toMatch(/^"2026-11-27 10:00:\d\d","operator","1","1","1"$/)
})
