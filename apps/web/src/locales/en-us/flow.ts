import type { Same } from '../resources.ts'
import type { flow as zh } from '../zh-cn/flow.ts'

export const flow: Same<typeof zh> = {
  title: { middle: 'Redirecting', download: 'Get the app', extend: 'Loan offer' },
}
