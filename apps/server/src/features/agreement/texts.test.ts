import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { civilDate } from '@fyh/base/dates.ts'
import { agreementKeys } from '@fyh/contract/agreement.ts'
import { describe, expect, test } from 'vitest'
import { canonicalForm, paragraphsOf, sha256Of } from './canonical.ts'
import { fillText } from './filled-text.ts'
import { readLibrary, readText } from './library.ts'
import { exampleFigures } from './loan-figures.example.ts'

const library = readLibrary(new URL('./texts/', import.meta.url))
const on = civilDate('2026-11-27')
/** On this day the last edition of every text is in force. */
const lastDay = civilDate('2199-12-31')
const languages = ['zh-cn', 'en-us'] as const
const every = agreementKeys.flatMap((key) => languages.map((language) => [key, language] as const))

describe('the texts', () => {
  test.each(every)('%s in %s is in force, has headings and reads back exactly from its canonical form', (key, language) => {
    const text = library.current(key, language, lastDay)
    expect(text.paragraphs.filter(({ kind }) => kind === 'heading').length).toBeGreaterThanOrEqual(4)
    expect(paragraphsOf(canonicalForm(text))).toEqual(text.paragraphs)
  })

  test.each(agreementKeys)('%s has the same shape in both languages', (key) => {
    const [zh, en] = languages.map((language) => library.current(key, language, lastDay))
    expect(en?.version).toBe(zh?.version)
    expect(en?.paragraphs.filter(({ kind }) => kind === 'heading').length).toBe(
      zh?.paragraphs.filter(({ kind }) => kind === 'heading').length,
    )
    expect(en?.paragraphs.map(({ kind }) => kind)).toEqual(zh?.paragraphs.map(({ kind }) => kind))
  })

  test('a later edition takes over on its day, and the former one stays readable', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'texts-'))
    const write = (version: string, from: string) =>
      Promise.all(
        languages.map((l) =>
          writeFile(`${folder}/registration.${version}.${l}.md`, `title: 协议\ninForceFrom: ${from}\n\n第 ${version} 版\n`),
        ),
      )
    await write('1.10', '2027-03-01')
    await write('1.9', '2026-01-01')
    const two = readLibrary(pathToFileURL(`${folder}/`))
    expect(two.current('registration', 'zh-cn', civilDate('2027-02-28')).version).toBe('1.9')
    expect(two.current('registration', 'zh-cn', civilDate('2027-03-01')).version).toBe('1.10')
    expect(two.edition('registration', '1.9', 'zh-cn')?.paragraphs).toEqual([{ kind: 'text', text: '第 1.9 版' }])
    expect(() => two.current('registration', 'zh-cn', civilDate('2025-12-31'))).toThrow('in force')
    await rm(folder, { recursive: true })
  })

  test('a malformed file is refused with its name', () => {
    expect(() => readText('registration.1.0.fr.md', '')).toThrow('registration.1.0.fr.md')
    expect(() => readText('nothing.1.0.zh-cn.md', '')).toThrow('nothing.1.0.zh-cn.md')
    expect(() => readText('registration.1.0.zh-cn.md', '协议正文')).toThrow('title and inForceFrom')
    expect(() => readText('registration.1.0.zh-cn.md', 'title: 协议\ninForceFrom: 2026-02-30\n\n正文')).toThrow('not a date')
  })

  test('line ends of a checkout do not change the hash', () => {
    const unix = 'title: 协议\ninForceFrom: 2026-01-01\n\n# 一\n正文\n'
    const hashes = [unix, unix.replaceAll('\n', '\r\n')].map((content) =>
      sha256Of(canonicalForm(readText('registration.1.0.zh-cn.md', content))),
    )
    expect(hashes[0]).toBe(hashes[1])
  })
})

describe('the canonical form', () => {
  const text = {
    key: 'registration',
    version: '1.0',
    language: 'zh-cn',
    title: '协议',
    paragraphs: [{ kind: 'text', text: '正文' }],
  } as const

  test('the hash is SHA-256 of the UTF-8 bytes', () => {
    expect(canonicalForm(text)).toBe('fyh-agreement/1\nregistration\n1.0\nzh-cn\n协议\ntext\t正文\n')
    expect(sha256Of(canonicalForm(text))).toBe('fb0f27a29e161c03e07996ead3e639c0bc06c682ac31fb75ee78d25a9774fff0')
  })

  test('any change of key, version, language, title, kind or word changes the hash', () => {
    const changed = [
      { ...text, key: 'userPrivacy' as const },
      { ...text, version: '1.1' },
      { ...text, language: 'en-us' as const },
      { ...text, title: '协议书' },
      { ...text, paragraphs: [{ kind: 'row' as const, text: '正文' }] },
      { ...text, paragraphs: [{ kind: 'text' as const, text: '正文。' }] },
    ]
    expect(new Set([text, ...changed].map((t) => sha256Of(canonicalForm(t)))).size).toBe(7)
  })

  test('a text that could be read in two ways is a bug', () => {
    for (const bad of ['a\nb', 'a\tb', '']) expect(() => canonicalForm({ ...text, paragraphs: [{ kind: 'text', text: bad }] })).toThrow()
    expect(() => paragraphsOf('fyh-agreement/1\nregistration\n1.0\nzh-cn\n协议\nother\t正文\n')).toThrow()
    expect(() => paragraphsOf('another form')).toThrow()
  })
})

describe('filled texts', () => {
  const fill = (key: 'loanContract' | 'costSheet', language: (typeof languages)[number]) =>
    fillText(library.current(key, language, on), exampleFigures)

  test.each(['loanContract', 'costSheet'] as const)('%s holds every figure of the loan and no placeholder is left', (key) => {
    for (const language of languages) {
      const words = fill(key, language)
        .paragraphs.map(({ text }) => text)
        .join('\n')
      expect(words).not.toContain('{{')
      for (const figure of ['10,000.00', '18.00', '19.56', '10,253.77', '测*', '示例消费金融有限公司', '0.0750'])
        expect(words).toContain(figure)
    }
  })

  test('the contract states the formulas by which early settlement and penalty are charged', () => {
    const words = languages.map((language) =>
      fill('loanContract', language)
        .paragraphs.map(({ text }) => text)
        .join('\n'),
    )
    expect(words[0]).toContain('当期利息 × 当期已过天数 ÷ 当期总天数')
    expect(words[1]).toContain('interest of the running period × days elapsed ÷ days of the period')
    expect(words[0]).toContain('逾期本金 × 合同年利率 × 150% ÷ 360')
    expect(words[1]).toContain('overdue principal × contract rate × 150% ÷ 360 a day')
  })

  test('the contract lists one row a period, with due day and parts', () => {
    const rows = fill('loanContract', 'zh-cn').paragraphs.filter(({ text }) => /^第 \d+ 期/.test(text))
    expect(rows.map(({ text }) => text)).toEqual([
      '第 1 期 2026-12-27：应还 3,417.92 元，其中本金 3,267.92，利息 150.00，费用 0.00',
      '第 2 期 2027-01-27：应还 3,417.92 元，其中本金 3,316.94，利息 100.98，费用 0.00',
      '第 3 期 2027-02-27：应还 3,417.93 元，其中本金 3,415.14，利息 2.79，费用 0.00',
    ])
  })

  test('the amount stands in capital characters', () => {
    expect(fill('loanContract', 'zh-cn').paragraphs.some(({ text }) => text.includes('壹万元整'))).toBe(true)
  })

  test('the same figures give the same hash, other figures another', () => {
    const text = library.current('loanContract', 'zh-cn', on)
    const hash = (figures: typeof exampleFigures) => sha256Of(canonicalForm(fillText(text, figures)))
    expect(hash(exampleFigures)).toBe(hash(structuredClone(exampleFigures)))
    expect(hash({ ...exampleFigures, use: '02' })).not.toBe(hash(exampleFigures))
    expect(hash({ ...exampleFigures, quoteId: 2 })).not.toBe(hash(exampleFigures))
  })

  test('CN-08 a rare character in the borrower’s name stays itself in the contract', () => {
    const text = fillText(library.current('loanContract', 'zh-cn', on), {
      ...exampleFigures,
      borrower: { name: '李𠮷', idNumber: '1101**********002X' },
    })
    expect(paragraphsOf(canonicalForm(text)).some((p) => p.text.includes('李𠮷'))).toBe(true)
  })

  test('a placeholder nobody fills is a bug, never shown to a borrower', () => {
    const text = readText('costSheet.1.0.zh-cn.md', 'title: 清单\ninForceFrom: 2026-01-01\n\n{{unknown}}\n')
    expect(() => fillText(text, exampleFigures)).toThrow('unknown')
  })
})
