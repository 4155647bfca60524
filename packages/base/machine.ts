import { assert } from './assert.ts'

/** A state machine is a table: state → event → next state. A state without events is final. */
export type Table = { readonly [state: string]: { readonly [event: string]: string } }
type EventsIn<T extends Table> = { [S in keyof T]: keyof T[S] }[keyof T] & string

export type Machine<T extends Table> = {
  readonly name: string
  readonly initial: keyof T & string
  readonly table: T
  readonly states: readonly (keyof T & string)[]
}
export type StateOf<M> = M extends Machine<infer T> ? keyof T & string : never
export type EventOf<M> = M extends Machine<infer T> ? EventsIn<T> : never

/** Every target of the table must itself be a state of it; one that is not becomes `never` and fails the type check. */
type Closed<T extends Table> = { [S in keyof T]: { [E in keyof T[S]]: T[S][E] extends keyof T ? T[S][E] : never } }

export function machine<const T extends Table>(name: string, initial: keyof T & string, table: T & Closed<T>): Machine<T> {
  // Object.keys is typed wider than the table it was given.
  return { name, initial, table, states: Object.keys(table) as (keyof T & string)[] }
}

/** The state after `event`, or undefined when the table does not allow it. */
export function next<T extends Table>(m: Machine<T>, from: keyof T & string, event: EventsIn<T>): (keyof T & string) | undefined {
  const moves = m.table[from]
  assert(moves !== undefined, `${m.name} has no state ${from}`)
  // Own keys only, so that an event named like a method of every object finds nothing. Closed<T> proved the target to be a state.
  return Object.keys(moves).includes(event) ? (moves[event] as keyof T & string) : undefined
}

export function isFinal<T extends Table>(m: Machine<T>, state: keyof T & string): boolean {
  const moves = m.table[state]
  assert(moves !== undefined, `${m.name} has no state ${state}`)
  return Object.keys(moves).length === 0
}

/** A drawing for the documents. */
export function toMermaid<T extends Table>(m: Machine<T>): string {
  const edges = Object.entries(m.table).flatMap(([from, moves]) =>
    Object.entries(moves).map(([event, to]) => `  ${from} --> ${to}: ${event}`),
  )
  assert(edges.length > 0, `${m.name} has no transitions`)
  return ['stateDiagram-v2', `  [*] --> ${m.initial}`, ...edges].join('\n')
}
