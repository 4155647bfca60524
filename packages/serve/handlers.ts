import type { DataOf, Endpoint, ParsedOf } from '@fyh/contract/endpoint.ts'

/** Who asks: the context of a money endpoint also carries the open transaction its answer is stored in. */
type ContextOf<E extends Endpoint, Guest, User, Tx> = E['auth'] extends 'user'
  ? E extends { readonly moves: 'money' }
    ? User & { readonly tx: Tx }
    : User
  : Guest

export type Handler<E extends Endpoint, Guest, User, Tx> = (
  input: ParsedOf<E> & { readonly ctx: ContextOf<E, Guest, User, Tx> },
) => Promise<DataOf<E>>

/** One function an endpoint, by the same name. */
export type HandlersOf<Endpoints extends Readonly<Record<string, Endpoint>>, Guest, User, Tx = never> = {
  readonly [Name in keyof Endpoints]: Handler<Endpoints[Name], Guest, User, Tx>
}
