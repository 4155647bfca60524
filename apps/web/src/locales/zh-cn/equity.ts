export const equity = {
  title: {
    order: '权益订单',
    memberBenefit: '会员权益',
    authorizedDeduction: '授权扣款',
    userInfoAuth: '用户信息授权',
    serviceAgreement: '服务协议',
  },
} as const
