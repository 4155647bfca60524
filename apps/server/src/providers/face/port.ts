import type { Answer, Keyed } from '../answer.ts'

export type FacePort = {
  /** Compares a live picture with the photograph the state holds of that name and number. */
  compare(request: CompareFace): Promise<CompareFaceAnswer>
}
export type CompareFace = Keyed & { readonly name: string; readonly idNumber: string; readonly image: Buffer }
export type CompareFaceAnswer = Answer<object, 'notMatched' | 'noFace'>
