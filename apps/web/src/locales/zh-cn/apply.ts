export const apply = {
  title: {},
} as const
