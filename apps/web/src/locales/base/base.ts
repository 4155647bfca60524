/** What is the same in every language: signs, formats, numbers printed on screens. */
export const base = {
  yuanSign: '¥',
  percent: '%',
  dash: '—',
  separator: ' · ',
  range: '{{from}}–{{to}}',
  rateRange: '{{from}}%–{{to}}%',
  version: '1.0.0',
  /** Each language in its own words, whichever is chosen. */
  languageName: { 'zh-cn': '简体中文', 'en-us': 'English' },
} as const
