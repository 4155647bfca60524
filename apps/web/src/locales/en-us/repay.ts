import type { Same } from '../resources.ts'
import type { repay as zh } from '../zh-cn/repay.ts'

export const repay: Same<typeof zh> = {
  title: {},
}
