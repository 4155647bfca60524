import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { options } from '@fyh/contract/options.ts'
import { expect, test } from 'vitest'
import { methodNames } from '../../apps/server/src/features/agreement/figure-words.ts'
import { agreement } from '../../apps/web/src/locales/en-us/agreement.ts'
import { option as optionEn } from '../../apps/web/src/locales/en-us/option.ts'
import { option } from '../../apps/web/src/locales/zh-cn/option.ts'

const texts = new URL('../../apps/server/src/features/agreement/texts/', import.meta.url)

test('in English an agreement has the name of its text on the page of its own, too', () => {
  // A title may hold a hyphen that does not break.
  const named = new Map(Object.entries(agreement.title).map(([key, title]) => [key, title.replaceAll('\u2011', '-')]))
  const editions = [...globSync('*.en-us.md', { cwd: texts })].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const lastEditions = new Map(editions.map((file) => [basename(file).split('.')[0] ?? '', file]))
  const pages = [...lastEditions].flatMap(([key, file]) => {
    const name = named.get(key)
    return name === undefined ? [] : [{ file, name }]
  })
  expect(pages.length).toBeGreaterThan(5)
  for (const { file, name } of pages) expect(readFileSync(new URL(file, texts), 'utf8'), file).toContain(`title: ${name}\n`)
})

test('a repayment method is called on the screens as in the contract, in both languages; the contract may say more', () => {
  // The English contract is in British spelling; its words change only with a new edition.
  const american = (name: string) => name.replace('instalment', 'installment')
  const packs = { 'zh-cn': option.repayMethod, 'en-us': optionEn.repayMethod }
  for (const language of ['zh-cn', 'en-us'] as const)
    for (const method of options.repayMethod)
      expect(american(methodNames[language][method]).startsWith(packs[language][method]), `${language} ${method}`).toBe(true)
})
