import type { Same } from '../resources.ts'
import type { borrow as zh } from '../zh-cn/borrow.ts'

export const borrow: Same<typeof zh> = {
  title: {},
}
