import i18next from 'i18next'
import { expect, test } from 'vitest'
import { chooseLanguage, ensureWords, startWords, wordOf } from './i18n.ts'

test('R1.3 Chinese unless the address, or else what was chosen before, names a language there is', () => {
  expect(chooseLanguage('', undefined)).toBe('zh-cn')
  expect(chooseLanguage('?lang=fr', undefined)).toBe('zh-cn')
  expect(chooseLanguage('?lang=fr', 'de')).toBe('zh-cn')
  expect(chooseLanguage('?lang=EN-US', undefined)).toBe('en-us')
  expect(chooseLanguage('', 'en-us')).toBe('en-us')
  expect(chooseLanguage('?lang=zh-cn', 'en-us')).toBe('zh-cn')
})

test('R1.3 a word that English lacks is Chinese, and one of the base pack is the same in both', async () => {
  await startWords('en-us')
  await ensureWords(['home'])
  expect(wordOf('shell:ui.back')).toBe('Back')
  i18next.addResource('zh-cn', 'shell', 'onlyChinese', '只有中文')
  expect(wordOf('shell:onlyChinese')).toBe('只有中文')
  expect(wordOf('session:login.title'), 'of a slice that has not come').toBe('')
  expect(wordOf('base:languageName.zh-cn')).toBe('简体中文')
  await i18next.changeLanguage('zh-cn')
  expect(wordOf('shell:ui.back')).toBe('返回')
  expect(wordOf('base:languageName.en-us')).toBe('English')
})
