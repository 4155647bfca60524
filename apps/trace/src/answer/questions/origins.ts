import type { Filter } from '../filter.ts'

/** The condition of days, channel, brand and host, for $1 to $5 of a statement. An absent one excludes nothing. */
export const ofOrigins =
  'day between $1 and $2 and ($3::text is null or channel = $3) and ($4::text is null or brand = $4) and ($5::text is null or host = $5)'

export const originValues = ({ from, to, channel, brand, host }: Filter) => [from, to, channel ?? null, brand ?? null, host ?? null]
