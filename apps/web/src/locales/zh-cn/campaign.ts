export const campaign = {
  title: { cash: '现金红包', receive: '领取红包', records: '红包记录' },
} as const
