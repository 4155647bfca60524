import type { Same } from '../resources.ts'
import type { blocks as zh } from '../zh-cn/blocks.ts'

export const blocks: Same<typeof zh> = {
  title: {},
}
