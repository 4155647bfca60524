import { basename } from 'node:path'
import { civilDate } from '@fyh/base/dates.ts'
import { agreementKeys } from '@fyh/contract/agreement.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { expect, test } from 'vitest'
import { currentText } from '../../apps/server/src/features/agreement/current-texts.ts'
import { smsTexts } from '../../apps/server/src/features/message/sms-texts.ts'
import { root } from '../docs/docs.ts'
import { languages, userTexts } from './pack-texts.ts'
import { readRepository } from './repository.ts'

type Sentence = { readonly from: string; readonly text: string }

/** Words by which a text promises a refund, a deletion, a person's review, a report, a deadline, no charge or a notification. */
const promiseWords: Readonly<Record<Language, RegExp>> = {
  'zh-cn':
    /退还|退回|退款|退到|退至|删除|人工|工作人员|专人|报送|上报|征信|(?:\d+|\}\}) ?个?(?:工作日|小时|分钟|天|日)内|工作日内|免费|不收费|不向您收费|不收取|不收罚息|不计罚息|不计利息|不产生|没有产生|无需支付|通知您|消息通知|短信通知|通知结果|提醒您|会通知|保管/,
  'en-us':
    /refund|sen[dt] (?:it |them )?back|\breturn(?:ed)? (?:it|them|to your)\b|\bdelet|\b(?:a|real) person\b|\bhuman\b|\bstaff\b|credit bureau|credit report|within (?:\d|\{\{|the grace)|working days|\bfree\b|no fee|no late fee|no charge|no interest|costs? nothing|nothing if|was charged|let you know|message you|text you|a message with|notif|remind|tell you|tell your|holding it/i,
}

const repository = readRepository(root)
const page = repository.get('docs/decisions/promises.md') ?? ''
const rows = page.split('\n').filter((line) => /^\| .*`/.test(line))
const cellsOf = (row: string) => row.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, ''))
const codesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const listedWordings = rows.flatMap((row) => codesIn(cellsOf(row)[1] ?? ''))

test('every promise of a text that a borrower reads is listed with the mechanism and the test that keep it', async () => {
  for (const language of languages) {
    const unlisted = (await sentencesIn(language)).filter(({ text }) => promiseWords[language].test(withoutListed(text)))
    expect(unlisted, 'a promise that docs/decisions/promises.md does not list').toEqual([])
  }
})

test('a new promise is found in either language', () => {
  expect(promiseWords['zh-cn'].test(withoutListed('多还款项可随时退还'))).toBe(true)
  expect(promiseWords['en-us'].test(withoutListed('We’ll refund overpayments within 3 working days'))).toBe(true)
})

test('every wording that is listed is still in a text', async () => {
  const texts = (await Promise.all(languages.map(sentencesIn))).flat().map(({ text }) => text)
  expect(listedWordings.filter((wording) => !texts.some((text) => text.includes(wording)))).toEqual([])
})

test('the mechanism and the test of every promise exist', () => {
  const kept = rows.map(cellsOf).filter((cells) => cells.length === 4)
  expect(kept.length).toBeGreaterThan(10)
  for (const [promise = '', , mechanism = '', proof = ''] of kept) {
    const [testFile = ''] = codesIn(proof)
    const title = /"([^"]+)"/.exec(proof)?.[1]
    expect(filesNamed(codesIn(mechanism)[0] ?? ''), promise).not.toEqual([])
    expect(title !== undefined && filesNamed(testFile).some((text) => text.includes(title)), `${promise}: ${proof}`).toBe(true)
  }
})

const withoutListed = (text: string) => byLength.reduce((rest, wording) => rest.replaceAll(wording, ''), text)
const byLength = [...listedWordings].sort((a, b) => b.length - a.length)
const filesNamed = (name: string) => [...repository].filter(([file]) => basename(file) === name).map(([, text]) => text)

async function sentencesIn(language: Language): Promise<Sentence[]> {
  const texts = (await userTexts(root, { smsTexts })).filter((one) => one.language === language)
  const agreements = agreementKeys.flatMap((key) =>
    currentText(key, language, civilDate('2199-12-31')).paragraphs.map(({ text }) => ({ path: `agreement ${key}`, text })),
  )
  return [...texts, ...agreements].flatMap(({ path, text }) =>
    text.split(/(?<=[。；！])|(?<=[.;!] )/).map((sentence) => ({ from: path, text: sentence })),
  )
}
