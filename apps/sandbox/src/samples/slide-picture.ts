import { type Canvas, type Colour, ellipse, makeCanvas, paint } from './canvas.ts'
import { encodePng } from './png.ts'

/** Size of the picture and of the square piece, in points. */
export const slideSize = { width: 280, height: 140, piece: 44 } as const

type Hill = { readonly x: number; readonly y: number; readonly rx: number; readonly ry: number; readonly colour: Colour }
type Place = { readonly x: number; readonly y: number }

/** A landscape with a gap, and the piece that belongs into it. `random` returns a whole number below its argument. */
export function slidePicture({ x, y }: Place, random: (below: number) => number): { picture: Buffer; piece: Buffer } {
  const sky = random(60)
  const hills = Array.from(
    { length: hillCount },
    (_, index): Hill => ({
      x: random(slideSize.width),
      y: slideSize.height - 30 + index * 8 + random(20),
      rx: 50 + random(70),
      ry: 26 + random(44),
      colour: [60 + random(120), 110 + random(100), 80 + random(110)],
    }),
  )
  const whole = makeCanvas(slideSize.width, slideSize.height, (_, row) => [190 - sky + (row >> 2), 214 - (row >> 3), 236 - (row >> 2)])
  ellipse(whole, { x: random(slideSize.width), y: 20 + random(30), rx: 14, ry: 14 }, [250, 214, 120])
  for (const { colour, ...hill } of hills) ellipse(whole, hill, colour)
  const piece = encodePng(cut(whole, { x, y }), {})
  hole(whole, { x, y })
  return { picture: encodePng(whole, {}), piece }
}

const hillCount = 6

function cut(whole: Canvas, { x, y }: Place): Canvas {
  const size = slideSize.piece
  return makeCanvas(size, size, (dx, dy) => {
    // A light edge, so that the piece stands out from what it lies on.
    if (dx < 2 || dy < 2 || dx >= size - 2 || dy >= size - 2) return [255, 255, 255]
    const at = ((y + dy) * whole.width + x + dx) * 3
    return [whole.rgb[at] ?? 0, whole.rgb[at + 1] ?? 0, whole.rgb[at + 2] ?? 0]
  })
}

function hole(whole: Canvas, { x, y }: Place): void {
  const size = slideSize.piece
  paint(whole, { left: x, top: y, right: x + size, bottom: y + size }, [20, 28, 40], () => 0.62)
}
