import { expect, test } from 'vitest'
import { languageOf } from './language.ts'

test.each([
  ['en;q=0.3,zh-CN;q=0.9', 'zh-cn'],
  ['zh;q=0.3, en-GB;q=0.9', 'en-us'],
  ['en,zh', 'en-us'],
  ['zh-TW,en', 'zh-cn'],
  ['en;q=0.8,zh;q=0.8', 'en-us'],
  ['fr;q=1, en;q=0.1, de', 'en-us'],
  ['zh;q=0', 'en-us'],
  ['zh;q=0, *', 'en-us'],
  ['zh;q=0.000, en;q=0.001', 'en-us'],
  ['en;q=0', 'zh-cn'],
  ['en;q=0, zh;q=0', 'zh-cn'],
  ['EN-us ; Q=0.5 , zh ; q = 0.4', 'en-us'],
  ['en;q=high,zh;q=0.1', 'zh-cn'],
  ['en;q=7,zh', 'zh-cn'],
  ['english, zhx', 'zh-cn'],
  ['*', 'zh-cn'],
  ['fr', 'zh-cn'],
  ['', 'zh-cn'],
  [undefined, 'zh-cn'],
  [`${'x,'.repeat(10_000)}en`, 'zh-cn'],
])('NF-09 Accept-Language %s is answered in %s: the highest weight wins, q=0 excludes', (header, language) => {
  expect(languageOf(header)).toBe(language)
})
