export const agreement = {
  title: {},
} as const
