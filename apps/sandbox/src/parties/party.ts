import { z } from 'zod'
import type { Failure } from '../failures.ts'
import type { Deps, Tx } from '../store.ts'

export type Act = {
  readonly tx: Tx
  readonly deps: Deps
  readonly now: Date
  /** What was ordered for this call; an ordered refusal never gets here. */
  readonly failure: Failure | undefined
  /** How many days before it was asked for the money is told to have come; 0 unless ordered. */
  readonly daysBack: number
}

export type VendorAnswer = { readonly answer: 'ok' | 'refused' } & Readonly<Record<string, unknown>>
/** `hold`: it was carried out, but the line is to be held and cut. */
export type Outcome = { readonly answer: VendorAnswer; readonly hold?: true }

/** One function of a stand-in. */
export type Method = {
  /** Whether a repeated key gets the first answer again; questions are asked again and again. */
  readonly remembers: boolean
  /** Whether it takes an order back: what is ordered for requests to cancel is for it alone. */
  readonly isCancel?: true
  /** The reason an ordered refusal gives. */
  readonly refusal: string
  /** Undefined when the body is not a request of this method. */
  readonly read: (body: unknown) => Reading | undefined
}
export type Reading = { readonly key: string; readonly carryOut: (act: Act) => Promise<Outcome> }
export type Party = Readonly<Record<string, Method>>

type Rules = Pick<Method, 'remembers' | 'isCancel' | 'refusal'>

/** Ties the shape of a request to what is done with it. */
export function method<Request extends { key: string }>(
  schema: z.ZodType<Request>,
  rules: Rules,
  carryOut: (act: Act, request: Request) => Promise<Outcome>,
): Method {
  return {
    ...rules,
    read: (body) => {
      const parsed = schema.safeParse(body)
      return parsed.success ? { key: parsed.data.key, carryOut: (act) => carryOut(act, parsed.data) } : undefined
    },
  }
}

export const key = z.string().min(1).max(80)
/** A civil date, as the one who orders counts days. */
export const civilDay = z.iso.date()
export const short = z.string().min(1).max(200)

export const ok = (facts: Readonly<Record<string, unknown>> = {}): Outcome => ({ answer: { answer: 'ok', ...facts } })
export const refused = (reason: string): Outcome => ({ answer: { answer: 'refused', reason } })
export const held = (outcome: Outcome): Outcome => ({ ...outcome, hold: true })
