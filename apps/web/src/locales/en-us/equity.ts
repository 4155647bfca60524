import type { Same } from '../resources.ts'
import type { equity as zh } from '../zh-cn/equity.ts'

export const equity: Same<typeof zh> = {
  title: {
    order: 'Benefit orders',
    memberBenefit: 'Member benefits',
    authorizedDeduction: 'Authorized deduction',
    userInfoAuth: 'Sharing your details',
    serviceAgreement: 'Service agreement',
  },
}
