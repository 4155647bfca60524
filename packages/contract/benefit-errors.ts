/** Refusals about packages of benefits; part of `errors`. */
export const benefitErrors = {
  BENEFIT_NOT_FOUND: { 'zh-cn': '权益订单不存在', 'en-us': 'We couldn’t find this order' },
  BENEFIT_NOT_ON_SALE: {
    'zh-cn': '该权益包已停售，请返回查看其他权益',
    'en-us': 'This package is no longer on sale. Go back to see the others',
  },
  BENEFIT_PRICE_CHANGED: {
    'zh-cn': '该权益包的价格已变为 {{price}} 元，请重新确认',
    'en-us': 'The price of this package is now ¥{{price}}. Please check it and confirm again',
  },
  BENEFIT_OWNED: {
    'zh-cn': '您已有一份该权益包，用完或到期后可再次购买',
    'en-us': 'You already have this package. You can buy it again once it has ended',
  },
  BENEFIT_NOT_WITH_LOAN: {
    'zh-cn': '该放款机构的借款不能同时购买权益包，借款不受影响',
    'en-us': 'A package can’t be bought together with this lender’s loan. You can borrow without it',
  },
  BENEFIT_ABOVE_CAP: {
    'zh-cn': '加上该权益包，借款的年化综合成本为 {{price}}%，超过上限 {{cap}}%，不能一起购买。借款不受影响',
    'en-us':
      'With this package the loan would cost {{price}}% a year, above the cap of {{cap}}%, so it can’t be added. You can borrow without it',
  },
  BENEFIT_NOT_IN_USE: {
    'zh-cn': '该权益当前不可使用，请刷新查看状态',
    'en-us': 'This package can’t be used now. Refresh to see its status',
  },
  BENEFIT_RIGHT_USED_UP: { 'zh-cn': '该项权益已用完', 'en-us': 'None of this benefit is left' },
  BENEFIT_USE_RUNNING: {
    'zh-cn': '有一项权益正在领取，请在结果出来后再申请退款',
    'en-us': 'A voucher is being issued. Ask for the refund once it’s done',
  },
  BENEFIT_NOT_REFUNDABLE: {
    'zh-cn': '该订单当前不能退款，请刷新查看状态',
    'en-us': 'This order can’t be refunded now. Refresh to see its status',
  },
  BENEFIT_REFUND_CHANGED: {
    'zh-cn': '可退金额已变为 {{amount}} 元，请重新确认',
    'en-us': 'The refund is now ¥{{amount}}. Please check it and confirm again',
  },
} as const
