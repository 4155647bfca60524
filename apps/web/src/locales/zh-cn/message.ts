export const message = {
  title: {},
} as const
