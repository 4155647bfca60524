/** Upper bounds of the histogram of form times, ms. Column b<n> of step_time counts times below bound n and not below bound n − 1; the last bucket has no bound. */
export const stepTimeBoundsMs = [
  1_000, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000, 20_000, 30_000, 45_000, 60_000, 90_000, 120_000, 180_000, 300_000, 600_000, 1_200_000,
  1_800_000,
] as const

/** The columns of step_time that count, b0 to one more than there are bounds. */
export const stepTimeBuckets: readonly string[] = [...stepTimeBoundsMs, Number.POSITIVE_INFINITY].map((_, bucket) => `b${bucket}`)
