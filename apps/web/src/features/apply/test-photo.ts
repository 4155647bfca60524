/** Three by two white points, as a browser encodes them. */
export const tinyJpeg: Uint8Array<ArrayBuffer> = Uint8Array.from(
  atob(
    [
      '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////',
      '2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAACAAMDASIAAhEBAxEB/8QA',
      'FQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAM',
      'AwEAAhEDEQA/ALQAf//Z',
    ].join(''),
  ),
  (mark) => mark.charCodeAt(0),
)

/** One grey point. */
export const tinyPng: Uint8Array<ArrayBuffer> = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='),
  (mark) => mark.charCodeAt(0),
)

/** Stands for a browser's image element where nothing is drawn: one that can show every file, or none. */
export const pictures = (canShow: boolean) =>
  class {
    readonly naturalWidth = 3
    readonly naturalHeight = 2
    onload: () => void = () => undefined
    onerror: () => void = () => undefined
    set src(_: string) {
      queueMicrotask(() => (canShow ? this.onload() : this.onerror()))
    }
  }

/** One segment of a JPEG: its marker, its length, its body. */
export const segment = (marker: number, ...body: readonly number[]): number[] => {
  const length = body.length + 2
  return [0xff, marker, length >> 8, length & 0xff, ...body]
}

export const text = (words: string): number[] => Array.from(words, (mark) => mark.charCodeAt(0))

/** EXIF as a phone writes it: how to turn the picture and where it was taken (made up), in the order of bytes named. */
export function exif(turn: number, order: 'II' | 'MM'): number[] {
  const number = (value: number, length: number) => {
    const bytes = Array.from({ length }, (_, place) => (value >> (8 * place)) & 0xff)
    return order === 'II' ? bytes : bytes.toReversed()
  }
  const entry = (tag: number, type: number, count: number, value: readonly number[]) => [
    ...number(tag, 2),
    ...number(type, 2),
    ...number(count, 4),
    ...value,
    ...Array.from({ length: 4 - value.length }, () => 0),
  ]
  const gpsAt = 8 + 2 + 2 * 12 + 4
  const first = [...number(2, 2), ...entry(0x0112, 3, 1, number(turn, 2)), ...entry(0x8825, 4, 1, number(gpsAt, 4)), ...number(0, 4)]
  const latitudeAt = gpsAt + 2 + 2 * 12 + 4
  const gps = [...number(2, 2), ...entry(1, 2, 2, text('N\0')), ...entry(2, 5, 3, number(latitudeAt, 4)), ...number(0, 4)]
  const latitude = [39, 1, 54, 1, 20, 1].flatMap((part) => number(part, 4))
  return segment(0xe1, ...text('Exif\0\0'), ...text(order), ...number(42, 2), ...number(8, 4), ...first, ...gps, ...latitude)
}

/** The picture with what a phone writes beside it, right after its start. */
export const remarked = (jpeg: Uint8Array, ...remarks: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...jpeg.subarray(0, 2), ...remarks.flat(), ...jpeg.subarray(2)])
