export const repay = {
  title: {},
} as const
