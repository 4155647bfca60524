import { isFinal, type Machine, next, type Table } from '@fyh/base/machine.ts'
import { api } from '@fyh/contract/api.ts'
import type { Endpoint } from '@fyh/contract/endpoint.ts'
import { errors } from '@fyh/contract/errors.ts'
import { collect } from '@fyh/contract/trace.ts'
import { describe, expect, test } from 'vitest'
import { root } from '../docs/docs.ts'
import { contractMachines } from '../docs/machines-page.ts'

const endpoints = Object.entries({ ...api, collect }).flatMap(([slice, declared]) =>
  Object.entries<Endpoint>(declared).map(([name, endpoint]) => ({ name: `${slice}.${name}`, endpoint })),
)

describe('endpoints', () => {
  test.each(endpoints)('$name: its example is what its schemas allow', ({ endpoint: { example, body, query, params, data } }) => {
    for (const [schema, value] of [
      [body, example.body],
      [query, example.query],
      [params, example.params],
      [data, example.data],
    ] as const)
      if (schema) expect(schema.safeParse(value).error?.issues ?? []).toEqual([])
  })

  test('no two have one method and path', () => {
    const addresses = endpoints.map(({ endpoint: { method, path } }) => `${method} ${path.replace(/:\w+/g, ':')}`)
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })

  test('a parameter in a path is in the schema of its parameters', () => {
    const wrong = endpoints.filter(({ endpoint: { path, params } }) =>
      [...path.matchAll(/:(\w+)/g)].some(([, name]) => params?.safeParse({ [String(name)]: 'x'.repeat(300) }).success !== false),
    )
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})

/** Answered by the machinery that every endpoint goes through, so no endpoint declares them. */
const general = [
  'INPUT_INVALID',
  'LOGIN_EXPIRED',
  'NOT_FOUND',
  'BUSY',
  'INTERNAL',
  'IDEMPOTENCY_KEY_MISSING',
  'IDEMPOTENCY_KEY_REUSED',
  'SIGNATURE_INVALID',
]

test('every refusal in the table is one that something declares', () => {
  const declared = new Set<string>([...general, ...endpoints.flatMap(({ endpoint }) => endpoint.errors)])
  expect(Object.keys(errors).filter((code) => !declared.has(code))).toEqual([])
})

test('a refusal in English begins with a capital, whatever it is filled with', () => {
  for (const { 'en-us': en } of Object.values(errors)) expect(en).toMatch(/^“?(\p{Lu}|\{\{title\}\})/u)
})

const machines = (await contractMachines(root)).map(({ machine }) => ({ name: machine.name, machine }))

describe('state machines', () => {
  test.each(machines)('R4.1 $name: every state is reached from the first, and every way comes to an end', ({ machine }) => {
    const reached = reachableFrom(machine, machine.initial)
    expect([...reached].toSorted()).toEqual(machine.states.toSorted())
    for (const state of machine.states) expect([...reachableFrom(machine, state)].some((end) => isEnd(machine, end))).toBe(true)
  })
})

/** Where things rest for good unless a bank sends money back: benefits that are refunded. */
const resting: Readonly<Record<string, string>> = { equity: '6' }

const isEnd = (machine: Machine<Table>, state: string): boolean => isFinal(machine, state) || resting[machine.name] === state

function reachableFrom(machine: Machine<Table>, from: string): Set<string> {
  const reached = new Set([from])
  for (const state of reached)
    for (const event of Object.keys(machine.table[state] ?? {})) {
      const to = next(machine, state, event)
      if (to !== undefined) reached.add(to)
    }
  return reached
}
