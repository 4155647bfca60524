import type { Same } from '../resources.ts'
import type { authentication as zh } from '../zh-cn/authentication.ts'

export const authentication: Same<typeof zh> = {
  title: { staff: 'Employee check', bankCard: 'Bank card check', reserveFund: 'Provident fund check', success: 'Check completed' },
}
