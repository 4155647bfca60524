import type { Language } from '@fyh/contract/errors.ts'
import type { CheckSolution } from '@fyh/contract/sms-check.ts'
import type { Answer, Keyed } from '../answer.ts'

/** Tells people from programs. A challenge has one try and can be solved by sliding a piece or by answering a question. */
export type CheckPort = {
  issue(request: IssueCheck): Promise<IssueCheckAnswer>
  verify(request: VerifyCheck): Promise<VerifyCheckAnswer>
}

export type IssueCheck = Keyed & { readonly language: Language }
/** Sizes are in points of the picture; pictures are PNG files as base64. */
export type Challenge = {
  readonly challengeId: string
  readonly width: number
  readonly height: number
  readonly pieceSize: number
  readonly pieceY: number
  readonly picture: string
  readonly piece: string
  readonly question: string
}
export type IssueCheckAnswer = Answer<Challenge>
export type VerifyCheck = Keyed & { readonly challengeId: string; readonly solution: CheckSolution }
/** expired: never issued, too old, or tried before. */
export type VerifyCheckAnswer = Answer<object, 'wrong' | 'expired'>
