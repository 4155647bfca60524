/** R9.5: a badge counts up to 10000, one on a tab up to 99. */
export const badgeMax = 10_000
export const tabBadgeMax = 99

/** '7', '99+' or '10000+'. */
export const badgeText = (count: number, max: number = badgeMax): string => (count > max ? `${max}+` : String(count))
