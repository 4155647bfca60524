export const card = {
  title: {},
} as const
