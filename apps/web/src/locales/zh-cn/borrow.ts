export const borrow = {
  title: {},
} as const
