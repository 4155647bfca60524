/** What is the same in every language: signs, formats, numbers printed on screens. */
export const base = {
  yuanSign: '¥',
  percent: '%',
  dash: '—',
  separator: ' · ',
  range: '{{from}}–{{to}}',
  rateRange: '{{from}}%–{{to}}%',
  serviceHours: '8:00–22:00',
  version: '1.0.0',
} as const
