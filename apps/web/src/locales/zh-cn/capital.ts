export const capital = {
  title: {
    product: '产品介绍',
    jsd: '合作机构借款',
    form: '合作机构申请',
    profile: '合作机构资料',
    withdraw: '合作机构提现',
    result: '合作机构办理结果',
  },
} as const
