import { inflateRawSync } from 'node:zlib'
import { glyphBits, glyphChars, glyphSize } from './glyphs.generated.ts'
import type { Pixels } from './png.ts'

export type Colour = readonly [red: number, green: number, blue: number]
export type Canvas = Pixels
type Shade = (x: number, y: number) => number

export function makeCanvas(width: number, height: number, colourAt: (x: number, y: number) => Colour): Canvas {
  const rgb = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) rgb.set(colourAt(x, y), (y * width + x) * 3)
  return { width, height, rgb }
}

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** Lays a colour over a box; `shade` says how much of it each point takes, 0 to 1. */
export function paint(canvas: Canvas, box: Box, colour: Colour, shade: Shade = () => 1): void {
  const right = Math.min(canvas.width, Math.ceil(box.right))
  const bottom = Math.min(canvas.height, Math.ceil(box.bottom))
  for (let y = Math.max(0, Math.floor(box.top)); y < bottom; y += 1)
    for (let x = Math.max(0, Math.floor(box.left)); x < right; x += 1) blend(canvas, x, y, colour, shade(x, y))
}

/** A box with round corners and soft edges. */
export function roundBox(canvas: Canvas, box: Box, radius: number, colour: Colour): void {
  paint(canvas, box, colour, (x, y) => {
    const dx = Math.max(box.left + radius - x, x - (box.right - 1 - radius), 0)
    const dy = Math.max(box.top + radius - y, y - (box.bottom - 1 - radius), 0)
    return clamp(radius - Math.hypot(dx, dy) + 0.5)
  })
}

export function ellipse(
  canvas: Canvas,
  centre: { x: number; y: number; rx: number; ry: number },
  colour: Colour,
  clip: Partial<Box> = {},
): void {
  const { x: cx, y: cy, rx, ry } = centre
  const box = {
    left: Math.max(cx - rx - 1, clip.left ?? 0),
    top: Math.max(cy - ry - 1, clip.top ?? 0),
    right: Math.min(cx + rx + 1, clip.right ?? canvas.width),
    bottom: Math.min(cy + ry + 1, clip.bottom ?? canvas.height),
  }
  paint(canvas, box, colour, (x, y) => clamp((1 - Math.hypot((x - cx) / rx, (y - cy) / ry)) * Math.min(rx, ry) + 0.5))
}

/** Writes on one line from the left; returns where the next character would stand. Unknown characters are left out. */
export function write(
  canvas: Canvas,
  text: string,
  place: { x: number; y: number; size: number; gap?: number; strength?: number },
  colour: Colour,
): number {
  let x = place.x
  for (const character of text) {
    const isNarrow = /[\dX.-]/.test(character)
    const width = place.size * (isNarrow ? 0.62 : 1)
    glyph(canvas, character, { ...place, x: x - (place.size - width) / 2 }, colour)
    x += width + (place.gap ?? 0)
  }
  return x
}

function glyph(
  canvas: Canvas,
  character: string,
  { x, y, size, strength = 1 }: { x: number; y: number; size: number; strength?: number },
  colour: Colour,
): void {
  const index = glyphIndex.get(character)
  if (index === undefined) return
  const scale = glyphSize / size
  const box = { left: x, top: y, right: x + size, bottom: y + size }
  paint(canvas, box, colour, (px, py) => strength * inkAt(index, (px + 0.5 - x) * scale - 0.5, (py + 0.5 - y) * scale - 0.5))
}

/** Ink of a drawn character between its points, 0 to 1. */
function inkAt(index: number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [dx, dy] = [x - left, y - top]
  const upper = pointOf(index, left, top) * (1 - dx) + pointOf(index, left + 1, top) * dx
  const lower = pointOf(index, left, top + 1) * (1 - dx) + pointOf(index, left + 1, top + 1) * dx
  return (upper * (1 - dy) + lower * dy) / 15
}

function pointOf(index: number, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= glyphSize || y >= glyphSize) return 0
  const at = y * glyphSize + x
  const pair = glyphs[index * ((glyphSize * glyphSize) / 2) + (at >> 1)] ?? 0
  return at % 2 === 0 ? pair >> 4 : pair & 15
}

function blend(canvas: Canvas, x: number, y: number, colour: Colour, share: number): void {
  if (share <= 0) return
  const at = (y * canvas.width + x) * 3
  for (let channel = 0; channel < 3; channel += 1) {
    const below = canvas.rgb[at + channel] ?? 0
    canvas.rgb[at + channel] = Math.round(below + ((colour[channel] ?? 0) - below) * Math.min(1, share))
  }
}

const clamp = (value: number) => Math.max(0, Math.min(1, value))
const glyphs = inflateRawSync(Buffer.from(glyphBits, 'base64'))
const glyphIndex = new Map(Array.from(glyphChars).map((character, index) => [character, index]))
