import type { Same } from '../resources.ts'
import type { card as zh } from '../zh-cn/card.ts'

export const card: Same<typeof zh> = {
  title: {},
}
