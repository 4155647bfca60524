import type { Same } from '../resources.ts'
import type { equity as zh } from '../zh-cn/equity.ts'

export const equity: Same<typeof zh> = {
  title: {
    order: 'Benefit orders',
    memberBenefit: 'Member benefits',
    authorizedDeduction: 'Authorised deduction',
    userInfoAuth: 'Sharing of your details',
    serviceAgreement: 'Service agreement',
  },
}
