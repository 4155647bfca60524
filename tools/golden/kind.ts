import type { GoldenCase } from './golden-case.ts'

/** A figure that is not as expected: where in the case, and both values as a reader would write them. */
export type Difference = { readonly at: string; readonly expected: string; readonly got: string }

/** A setting the engine does not follow. Decided from the inputs and operations of a case alone, before anything is reckoned. */
export type Unsupported = { readonly reason: string; readonly holds: (golden: GoldenCase) => boolean }

/** One form of case: how it is told from the others, what of it the engine does not do, and how it is run. */
export type Kind = {
  readonly name: string
  /** Told by which inputs and expectations are there, never by an id or by a figure. */
  readonly takes: (golden: GoldenCase) => boolean
  readonly unsupported: readonly Unsupported[]
  /** Every difference; none when the case passes. What it throws counts as a failure, too. */
  readonly differencesOf: (golden: GoldenCase) => readonly Difference[]
}
