import type { Clock } from '@fyh/base/clock.ts'
import type { Endpoint } from '@fyh/contract/endpoint.ts'
import type { Language } from '@fyh/contract/errors.ts'
import type { Db as DbOf, Tx as TxOf } from '@fyh/postgres/pool.ts'
import type { HandlersOf } from '@fyh/serve/handlers.ts'
import type { Logger } from '@fyh/serve/log.ts'
import type { Providers } from '#providers/providers.ts'
import type { Config } from './config.ts'
import type { Seal } from './crypto.ts'
import type { Jobs } from './jobs.ts'
import type { DB } from './tables.generated.ts'

export type Db = DbOf<DB>
/** An open transaction. Inside one, everything goes through it: a second connection could wait for the first. */
export type Tx = TxOf<DB>

export type Deps = {
  readonly db: Db
  /**
   * A few connections of their own, for the one thing that must be kept although the caller's transaction rolls back: a wrong
   * try at a code. They never wait for a connection of `db`.
   */
  readonly apart: Db
  readonly clock: Clock
  readonly ids: () => number
  readonly providers: Providers
  readonly config: Config
  readonly seal: Seal
  readonly jobs: Jobs
  readonly log: Logger
}

export type Guest = {
  readonly language: Language
  /** The language that the request names itself; undefined where it names none and `language` is the default. */
  readonly namedLanguage?: Language | undefined
  /** The network address, for limits and as a record of consent. */
  readonly address: string
  readonly device: string
  readonly channelCode: string
  /** Where the device is, as the gps header says; only after consent. */
  readonly place?: { readonly latitude: number; readonly longitude: number } | undefined
  /** The app of ours at the messenger that the visit says it came through; undefined where it says none. */
  readonly messengerAppId?: string | undefined
  /** Whose live token came along, for endpoints that serve guests and users alike. */
  readonly user?: () => Promise<User | undefined>
  /** The ids of the visit, from the headers every request carries. */
  readonly visit?: { readonly traceId: string; readonly tailId: string; readonly generateId: string; readonly eventId: string }
}
export type User = Guest & { readonly userId: number; readonly sessionId: string }
export type MoneyUser = User & { readonly tx: Tx }

/** The handlers of a slice, by the names of its endpoints. */
export type SliceHandlers<Endpoints extends Readonly<Record<string, Endpoint>>> = HandlersOf<Endpoints, Guest, User, Tx>
