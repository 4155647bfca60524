import type { Filter } from '../filter.ts'

/** The condition of channel, brand and host, for $3 to $5 of a statement. An absent one excludes nothing. */
export const ofSources = '($3::text is null or channel = $3) and ($4::text is null or brand = $4) and ($5::text is null or host = $5)'

/** The same with the days, for $1 and $2. */
export const ofOrigins = `day between $1 and $2 and ${ofSources}`

export const originValues = ({ from, to, channel, brand, host }: Filter) => [from, to, channel ?? null, brand ?? null, host ?? null]
