import type { Same } from '../resources.ts'
import type { demo as zh } from '../zh-cn/demo.ts'

export const demo: Same<typeof zh> = {
  title: 'Component gallery',
}
