export const demo = {
  title: '组件展示',
} as const
