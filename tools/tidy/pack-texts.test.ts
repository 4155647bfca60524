import { describe, expect, test } from 'vitest'
import { smsTexts } from '../../apps/server/src/features/message/sms-texts.ts'
import { root } from '../docs/docs.ts'
import { bannedTerms, keyFaults, languages, placeholderFaults, refusalFaults, termFaults, type UserText, userTexts } from './pack-texts.ts'

const texts = await userTexts(root, { smsTexts })

function expectNone(faults: string[]): void {
  if (faults.length > 0) expect.fail(`${faults.length} faults:\n${faults.join('\n')}`)
}

describe('texts that users read', () => {
  test('come from packs, refusals, field errors and SMS', () => {
    for (const start of ['home.', 'apply.', 'errors.', 'fieldNames.', 'fieldReasons.', 'smsTexts.'])
      for (const language of languages)
        expect(
          texts.some((one) => one.language === language && one.path.startsWith(start)),
          start,
        ).toBe(true)
  })
  test('use the terms of the field, and promise nothing that the product does not do', () => expectNone(termFaults(texts)))
  test('have keys of one style', () => expectNone(keyFaults(texts)))
  test('have placeholders of one syntax, the same in both languages', () => expectNone(placeholderFaults(texts)))
  test('refuse a field in the words of the server', () => expectNone(refusalFaults(texts)))
})

describe('the rules find', () => {
  const both = (path: string, chinese: string, english: string): UserText[] => [
    { language: 'zh-cn', path, text: chinese },
    { language: 'en-us', path, text: english },
  ]
  test.each([
    ['打款至储蓄卡', 'The penalty is not 5 yuan', ['打款', '储蓄卡', 'yuan', 'is not', 'penalt']],
    ['正在人工复核', 'The licence', ['人工', 'licence']],
    ['结果会以消息通知', "It's bound to the messenger", ['以消息通知', "'", 'bound', 'messenger']],
  ])('terms in %s and %s', (chinese, english, found) => {
    const faults = termFaults(both('some.text', chinese, english))
    expect(faults).toHaveLength(found.length)
    for (const one of found)
      expect(
        faults.some((fault) => fault.includes(one)),
        one,
      ).toBe(true)
  })
  test('nothing in names of placeholders', () => {
    expect(termFaults(both('some.text', '罚息 {{penalty}} 元', 'Late fee ¥{{penalty}}, {{instalment}}'))).toEqual([])
  })
  test('keys, placeholders and refusals that are written otherwise', () => {
    expect(keyFaults(both('some.Text.no_year', '', ''))).toHaveLength(4)
    expect(placeholderFaults(both('a.b', '{name} {{x}}', '{{y}} %s'))).toHaveLength(3)
    expect(placeholderFaults(both('a.b', '{{year}} 年 {{month}} 月', '{{month}}'))).toEqual([])
    expect(refusalFaults(both('a.ID_NUMBER_FORMAT', '格式不对', 'Wrong'))).toHaveLength(2)
  })
  test('terms that a rule for them exists for in both languages', () => {
    for (const language of languages) expect(bannedTerms[language].length).toBeGreaterThan(10)
  })
})
