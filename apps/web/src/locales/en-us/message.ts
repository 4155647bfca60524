import type { Same } from '../resources.ts'
import type { message as zh } from '../zh-cn/message.ts'

export const message: Same<typeof zh> = {
  title: {},
}
