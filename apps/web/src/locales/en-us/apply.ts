import type { Same } from '../resources.ts'
import type { apply as zh } from '../zh-cn/apply.ts'

export const apply: Same<typeof zh> = {
  title: {},
}
