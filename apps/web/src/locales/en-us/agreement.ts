import type { Same } from '../resources.ts'
import type { agreement as zh } from '../zh-cn/agreement.ts'

export const agreement: Same<typeof zh> = {
  title: {},
}
