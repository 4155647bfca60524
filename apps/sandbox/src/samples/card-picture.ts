import { type Canvas, type Colour, ellipse, makeCanvas, paint, roundBox, write } from './canvas.ts'
import type { Person } from './person.ts'

const width = 856
const height = 540
const label: Colour = [58, 112, 150]
const ink: Colour = [32, 34, 40]
const red: Colour = [176, 58, 52]

/** The side with the portrait. */
export function drawFront(person: Person): Canvas {
  const canvas = cardGround([214, 232, 242], [243, 234, 238])
  const [year = '', month = '', day = ''] = person.birth.split('-')
  field(canvas, '姓名', person.name, { y: 66, size: 34 })
  field(canvas, '性别', person.sex === 'M' ? '男' : '女', { y: 128 })
  field(canvas, '民族', '汉', { y: 128, x: 250 })
  let x = field(canvas, '出生', year, { y: 186 })
  for (const [unit, value] of [
    ['年', String(Number(month))],
    ['月', String(Number(day))],
    ['日', ''],
  ] as const) {
    x = write(canvas, unit, { x: x + 8, y: 188, size: 24 }, label)
    x = write(canvas, value, { x: x + 8, y: 186, size: 28 }, ink)
  }
  field(canvas, '住址', person.address.slice(0, 11), { y: 246 })
  write(canvas, person.address.slice(11), { x: 148, y: 288, size: 28 }, ink)
  portrait(canvas)
  write(canvas, '公民身份号码', { x: 52, y: 446, size: 26 }, label)
  write(canvas, person.idNumber, { x: 240, y: 438, size: 40, gap: 4 }, ink)
  return stamped(canvas)
}

/** The side with issuer and validity. A plain ring stands where a real card bears its emblem. */
export function drawBack(person: Person): Canvas {
  const canvas = cardGround([238, 228, 232], [214, 230, 238])
  ellipse(canvas, { x: 118, y: 112, rx: 62, ry: 62 }, red)
  ellipse(canvas, { x: 118, y: 112, rx: 52, ry: 52 }, [238, 226, 226])
  write(canvas, '样例', { x: 78, y: 92, size: 40 }, red)
  write(canvas, '居民身份证', { x: 240, y: 82, size: 62, gap: 26 }, ink)
  write(canvas, '签发机关', { x: 220, y: 366, size: 26 }, label)
  write(canvas, person.issuer, { x: 350, y: 364, size: 30 }, ink)
  write(canvas, '有效期限', { x: 220, y: 438, size: 26 }, label)
  const end = person.validTo === null ? '长期' : person.validTo.replaceAll('-', '.')
  write(canvas, `${person.validFrom.replaceAll('-', '.')}-${end}`, { x: 350, y: 436, size: 30 }, ink)
  return stamped(canvas)
}

/** A front that moved while it was taken: what nobody could read. */
export function drawUnreadable(person: Person): Canvas {
  const sharp = drawFront(person)
  const reach = 24
  return makeCanvas(width, height, (x, y) => {
    const sum = [0, 0, 0]
    for (let step = -reach; step <= reach; step += 4) {
      const at = (clampTo(y + step / 2, height) * width + clampTo(x + step, width)) * 3
      for (let channel = 0; channel < 3; channel += 1) sum[channel] = (sum[channel] ?? 0) + (sharp.rgb[at + channel] ?? 0)
    }
    const count = (2 * reach) / 4 + 1
    return [(sum[0] ?? 0) / count, (sum[1] ?? 0) / count, (sum[2] ?? 0) / count]
  })
}

const clampTo = (value: number, end: number) => Math.max(0, Math.min(end - 1, Math.round(value)))

function field(canvas: Canvas, name: string, value: string, place: { y: number; x?: number; size?: number }): number {
  const { x = 52, size = 28 } = place
  write(canvas, name, { x, y: place.y + (size - 24) / 2, size: 24, gap: 4 }, label)
  return write(canvas, value, { x: x + 96, y: place.y, size, gap: 2 }, ink)
}

/** A quiet ground with fine waves, as cards have. */
function cardGround(from: Colour, to: Colour): Canvas {
  return makeCanvas(width, height, (x, y) => {
    const share = (x / width + y / height) / 2
    const wave = Math.abs(((y + 26 * Math.sin(x / 120)) % 22) - 11) < 0.9 ? -14 : 0
    const mix = (channel: 0 | 1 | 2) => Math.round(from[channel] + (to[channel] - from[channel]) * share) + wave
    return [mix(0), mix(1), mix(2)]
  })
}

function portrait(canvas: Canvas): void {
  const frame = { left: 592, top: 66, right: 800, bottom: 322 }
  roundBox(canvas, frame, 10, [203, 214, 222])
  ellipse(canvas, { x: 696, y: 350, rx: 100, ry: 112 }, [92, 108, 124], frame)
  ellipse(canvas, { x: 696, y: 172, rx: 54, ry: 66 }, [141, 154, 166])
}

/** Says in plain view that this is no document. */
function stamped(canvas: Canvas): Canvas {
  for (const [x, y] of [
    [300, 120],
    [430, 300],
    [90, 350],
  ] as const)
    write(canvas, '样例', { x, y, size: 96, gap: 12, strength: 0.13 }, red)
  paint(canvas, { left: 0, top: 506, right: width, bottom: height }, red, () => 0.12)
  write(canvas, '沙箱样例 仅供联调测试用', { x: 270, y: 511, size: 22, gap: 4 }, red)
  return canvas
}
