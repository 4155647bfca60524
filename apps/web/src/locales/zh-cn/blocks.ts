export const blocks = {
  title: {},
} as const
