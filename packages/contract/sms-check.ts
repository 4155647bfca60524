import { z } from 'zod'

/** How a challenge was solved: the piece slid to `x` points from the left of the picture, or the question answered. */
export const checkSolution = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('slide'), x: z.int().min(0).max(2_000) }),
  z.object({ kind: z.literal('question'), text: z.string().trim().min(1).max(40) }),
])
export type CheckSolution = z.output<typeof checkSolution>

/** The detail of CHECK_REQUIRED and CHECK_WRONG: a challenge for this address and phone, with one try. */
export type CheckChallenge = {
  readonly checkId: string
  /** Sizes in points of the picture; pictures are PNG files as base64. */
  readonly width: number
  readonly height: number
  readonly pieceSize: number
  readonly pieceY: number
  readonly picture: string
  readonly piece: string
  /** The way without eyes and pointer: simple arithmetic, written in the language of the request. */
  readonly question: string
}

/** A solved challenge, as part of the request that it was asked for. */
export const solvedCheck = z.object({ checkId: z.string().min(1).max(40), solution: checkSolution })
export type SolvedCheck = z.output<typeof solvedCheck>
