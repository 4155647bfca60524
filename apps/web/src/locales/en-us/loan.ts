import type { Same } from '../resources.ts'
import type { loan as zh } from '../zh-cn/loan.ts'

export const loan: Same<typeof zh> = {
  title: {},
}
