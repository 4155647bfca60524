import type { CivilDate } from '@fyh/base/dates.ts'
import type { Answer, Keyed } from '../answer.ts'

export type OcrPort = {
  /** Reads one side of an identity card. Fields that this side does not carry, or that could not be read, are null. */
  readIdCard(request: ReadIdCard): Promise<ReadIdCardAnswer>
}
export type ReadIdCard = Keyed & { readonly side: 'front' | 'back'; readonly image: Buffer }
export type ReadIdCardAnswer = Answer<{ readonly fields: IdCardFields }, 'unreadable' | 'wrongSide'>

export type IdCardFields = {
  readonly name: string | null
  readonly idNumber: string | null
  readonly address: string | null
  readonly issuer: string | null
  readonly validFrom: CivilDate | null
  /** Null on a card without end, and then `longTerm` is true. */
  readonly validTo: CivilDate | null
  readonly longTerm: boolean
}
