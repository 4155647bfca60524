export const loan = {
  title: {},
} as const
