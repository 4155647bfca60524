import { IncomingMessage } from 'node:http'
import type { Arriving } from './arriving.ts'

/**
 * A request whose body whoever is first may take as a whole, past the stream. A body mostly comes in one piece, with its head; as a stream it is kept, told of
 * in a later turn, and ended in one more.
 */
export class BodyRequest extends IncomingMessage {
  #parts: Buffer[] = []
  #whole: ((body: Buffer) => void) | undefined
  #isTaken = false
  /** Counts what arrives; set as soon as the head is there, before any of the body. */
  arriving: Pick<Arriving, 'add'> | undefined

  /** `whole` is told the body when all of it has come. To be called as soon as the head is there. */
  takeBody(whole: (body: Buffer) => void): void {
    this.#whole = whole
    this.#isTaken = true
  }

  /** A body that was taken is there to be read again. */
  giveBack(body: Buffer): void {
    this.#isTaken = false
    super.push(body)
    super.push(null)
  }

  /** Node's parser hands over by this what comes of the body, and null at its end. */
  override push(part: Buffer | null): boolean {
    if (part !== null) this.arriving?.add(this, part.length)
    const whole = this.#whole
    if (whole === undefined) return super.push(part)
    if (part !== null) return this.#parts.push(part) > 0
    const [only] = this.#parts
    const body = this.#parts.length === 1 && only !== undefined ? only : Buffer.concat(this.#parts)
    this.#whole = undefined
    this.#parts = []
    whole(body)
    return true
  }

  /** Node empties by this what nobody has read of an answered request. */
  override resume(): this {
    return this.#isTaken ? this : super.resume()
  }
}
