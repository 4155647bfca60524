/** A value that is none of its column's type, with the code by which PostgreSQL refuses such a one. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue'
  readonly code: '22003' | '22007' | '22P02'

  constructor(code: InvalidValue['code'], type: string) {
    super(`a value is no ${type}`)
    this.code = code
  }
}

const head = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const end = Buffer.from('\xff\xff', 'latin1')
const bytesOfUnitMost = 3
const twoTo32 = 2 ** 32
/** Types of which arrays are written, each with its number in every PostgreSQL. */
const typeNumbers = { bigint: 20, integer: 23, text: 25, date: 1082, timestamptz: 1184 } as const
export type ArrayOf = keyof typeof typeNumbers
const jsonbVersion = 1
/** Up to so many characters are written sooner one by one than by a call that leaves JavaScript. */
const shortMax = 16
const year2000 = Date.UTC(2000, 0, 1)
const dayMs = 86_400_000

/**
 * Rows in COPY's binary format, value by value in the order of their columns. They are written as bytes at once: a text made of them first would be
 * garbage, and the server reads bytes sooner than texts.
 */
export class BinaryRows {
  #bytes: Buffer
  #end: number

  constructor(bytesExpected: number) {
    this.#bytes = Buffer.allocUnsafe(Math.max(bytesExpected, head.length))
    this.#end = head.copy(this.#bytes)
  }

  /** Begins a row of so many values. */
  row(columns: number): void {
    const at = this.#take(2)
    this.#bytes[at] = columns >>> 8
    this.#bytes[at + 1] = columns
  }

  null(): void {
    this.#putWhole(this.#take(4), -1)
  }

  nulls(count: number): void {
    const at = this.#take(4 * count)
    this.#bytes.fill(0xff, at, at + 4 * count)
  }

  text(value: string): void {
    const at = this.#take(4)
    this.#utf8(value)
    this.#putWhole(at, this.#end - at - 4)
  }

  textArray(values: readonly string[]): void {
    this.array('text', values, (value) => this.text(value))
  }

  /** `put` writes each of its values. */
  array<Value>(type: ArrayOf, values: readonly Value[], put: (value: Value) => void): void {
    const at = this.#take(16)
    this.#putWhole(at + 4, values.length === 0 ? 0 : 1)
    this.#putWhole(at + 8, 0)
    this.#putWhole(at + 12, typeNumbers[type])
    if (values.length > 0) {
      const lengthAt = this.#take(8)
      this.#putWhole(lengthAt, values.length)
      this.#putWhole(lengthAt + 4, 1)
      for (const value of values) put(value)
    }
    this.#putWhole(at, this.#end - at - 4)
  }

  /** `value` is JSON. */
  jsonb(value: string): void {
    const at = this.#take(5)
    this.#bytes[at + 4] = jsonbVersion
    this.#utf8(value)
    this.#putWhole(at, this.#end - at - 4)
  }

  bigint(value: number): void {
    if (!Number.isSafeInteger(value)) throw new InvalidValue('22003', 'bigint')
    const at = this.#take(12)
    this.#putWhole(at, 8)
    this.#putWhole(at + 4, Math.floor(value / twoTo32))
    this.#putWhole(at + 8, value)
  }

  integer(value: number): void {
    if (value !== (value | 0)) throw new InvalidValue('22003', 'integer')
    const at = this.#take(8)
    this.#putWhole(at, 4)
    this.#putWhole(at + 4, value)
  }

  /** 32 hexadecimal digits, with dashes or without. */
  uuid(value: string): void {
    const at = this.#take(20)
    this.#putWhole(at, 16)
    const digits = value.length === 32 ? value : value.replaceAll('-', '')
    if (digits.length !== 32 || this.#bytes.write(digits, at + 4, 'hex') !== 16) throw new InvalidValue('22P02', 'uuid')
  }

  /** Milliseconds since 1970, between the years 1715 and 2285: microseconds of others are no exact numbers here. */
  timestamptz(ms: number): void {
    const microseconds = (ms - year2000) * 1_000
    if (!Number.isSafeInteger(microseconds)) throw new InvalidValue('22007', 'timestamptz')
    this.bigint(microseconds)
  }

  /** Milliseconds since 1970 of the beginning of a day. */
  date(ms: number): void {
    const days = (ms - year2000) / dayMs
    if (!Number.isSafeInteger(days)) throw new InvalidValue('22007', 'date')
    const at = this.#take(8)
    this.#putWhole(at, 4)
    this.#putWhole(at + 4, days)
  }

  /** Where the next value begins. */
  get place(): number {
    return this.#end
  }

  /** Writes once more what was written between two places. */
  again(from: number, to: number): void {
    const at = this.#take(to - from)
    this.#bytes.copyWithin(at, from, to)
  }

  /** The one row that was written: the parameters of a statement are sent as such a one. */
  onlyRow(): Buffer {
    return this.#bytes.subarray(head.length, this.#end)
  }

  /** All of them, when the last is whole. */
  finished(): Buffer {
    const at = this.#take(end.length)
    end.copy(this.#bytes, at)
    return this.#bytes.subarray(0, this.#end)
  }

  #take(bytes: number): number {
    const at = this.#end
    this.#end += bytes
    if (this.#end > this.#bytes.length) this.#grow()
    return at
  }

  #grow(): void {
    this.#bytes = Buffer.concat([this.#bytes], this.#end * 2)
  }

  #putWhole(at: number, value: number): void {
    const bytes = this.#bytes
    bytes[at] = value >>> 24
    bytes[at + 1] = value >>> 16
    bytes[at + 2] = value >>> 8
    bytes[at + 3] = value
  }

  #utf8(text: string): void {
    const { length } = text
    const at = this.#take(length * bytesOfUnitMost)
    this.#end = at + (this.#asAscii(text, at) ? length : this.#bytes.write(text, at))
  }

  /** Whether a text was written that is short and holds nothing but ASCII, whose characters are their bytes. */
  #asAscii(text: string, at: number): boolean {
    if (text.length > shortMax) return false
    const bytes = this.#bytes
    let seen = 0
    for (let place = 0; place < text.length; place += 1) {
      const unit = text.charCodeAt(place)
      seen |= unit
      bytes[at + place] = unit
    }
    return seen < 0x80
  }
}
