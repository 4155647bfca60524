export const authentication = {
  title: { staff: '员工认证', bankCard: '银行卡认证', reserveFund: '公积金认证', success: '认证完成' },
} as const
