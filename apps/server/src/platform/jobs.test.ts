import { transaction } from '@fyh/postgres/pool.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type JobRunner, type JobTable, openJobs } from './jobs.ts'
import { type TestServer, testServer } from './test-server.ts'

let server: TestServer
let runner: JobRunner | undefined
beforeAll(async () => {
  server = await testServer()
})
afterEach(async () => {
  await runner?.stop()
  runner = undefined
})
afterAll(() => server.close())

async function open(table: JobTable, supervised = false): Promise<JobRunner> {
  runner = openJobs({ url: server.deps.config.database.url, log: makeLog({ name: 'test', level: 'silent' }), supervised })
  await runner.open(table)
  return runner
}

describe('jobs', () => {
  test('a job sent in a transaction runs when that commits, and never when it rolls back', async () => {
    const done: unknown[] = []
    const jobs = await open({ 'test.act': { work: async (data) => void done.push(data) } })
    await transaction(server.db, (tx) => jobs.send(tx, 'test.act', { id: 1 }))
    const failing = transaction(server.db, async (tx) => {
      await jobs.send(tx, 'test.act', { id: 2 })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await jobs.drain()
    expect(done).toEqual([{ id: 1 }])
  })

  test('a job that throws is tried again later and keeps its data', async () => {
    const tries: unknown[] = []
    const work = async (data: unknown) => {
      tries.push(data)
      if (tries.length < 3) throw new Error('not yet')
    }
    const jobs = await open({ 'test.flaky': { work } })
    await jobs.send(server.db, 'test.flaky', { id: 3 })
    await jobs.drain()
    expect(tries).toHaveLength(1)
    await jobs.drain({ early: true })
    expect(tries).toEqual([{ id: 3 }, { id: 3 }, { id: 3 }])
  })

  test('a job sent for later waits', async () => {
    const done: unknown[] = []
    const jobs = await open({ 'test.later': { work: async (data) => void done.push(data) } })
    await jobs.send(server.db, 'test.later', {}, { afterSeconds: 60 })
    await jobs.drain()
    expect(done).toEqual([])
  })

  test('an unknown name is a bug', async () => {
    const jobs = await open({})
    await expect(jobs.send(server.db, 'test.nothing', {})).rejects.toThrow('no job is called test.nothing')
  })

  test('workers take jobs by themselves, and periodic jobs begin at once', async () => {
    const done: string[] = []
    const jobs = await open(
      {
        'test.worked': { work: async () => void done.push('sent') },
        'test.every': { every: 3_600, work: async () => void done.push('every') },
      },
      true,
    )
    await jobs.work()
    await transaction(server.db, (tx) => jobs.send(tx, 'test.worked', {}))
    await expect.poll(() => done.toSorted()).toEqual(['every', 'sent'])
  })

  test('jobs that come together are all worked at once, and one that fails spoils none of the others', async () => {
    const done = new Set<number>()
    const work = async (data: unknown) => {
      const place = typeof data === 'object' && data !== null && 'place' in data ? Number(data.place) : -1
      if (place === 3 && !done.has(100)) {
        done.add(100)
        throw new Error('not yet')
      }
      done.add(place)
    }
    const jobs = await open({ 'test.many': { work } }, true)
    await jobs.work()
    const places = Array.from({ length: 40 }, (_, place) => place)
    await transaction(server.db, (tx) =>
      jobs.sendMany(
        tx,
        'test.many',
        places.map((place) => ({ place })),
      ),
    )
    await expect.poll(() => done.size).toBe(41)
  })
})
