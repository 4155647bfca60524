import { readdirSync, readFileSync } from 'node:fs'
import { assert } from '@fyh/base/assert.ts'
import { type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { type AgreementKey, agreementKeys } from '@fyh/contract/agreement.ts'
import type { Language } from '@fyh/contract/errors.ts'
import type { AgreementText, Paragraph } from './canonical.ts'

export type EditedText = AgreementText & { inForceFrom: CivilDate }
export type Library = {
  /** The edition in force on a day: of those begun by then, the one begun last. */
  current(key: AgreementKey, language: Language, on: CivilDate): EditedText
  edition(key: AgreementKey, version: string, language: Language): EditedText | undefined
}

/** Reads every `<key>.<version>.<language>.md` of a folder; a malformed file or a missing language stops the start. */
export function readLibrary(folder: URL): Library {
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readText(name, readFileSync(new URL(name, folder), 'utf8')))
    .sort((a, b) => (a.inForceFrom === b.inForceFrom ? compareVersions(a.version, b.version) : a.inForceFrom < b.inForceFrom ? -1 : 1))
  for (const text of texts)
    for (const language of languages)
      assert(
        texts.some((twin) => twin.key === text.key && twin.version === text.version && twin.language === language),
        `${text.key} ${text.version} is missing in ${language}`,
      )
  return {
    current(key, language, on) {
      const text = texts.findLast((text) => text.key === key && text.language === language && text.inForceFrom <= on)
      assert(text !== undefined, `no edition of ${key} is in force on ${on}`)
      return text
    },
    edition: (key, version, language) => texts.find((text) => text.key === key && text.version === version && text.language === language),
  }
}

/**
 * A text file: `title:` and `inForceFrom:` on top, an empty line, then one paragraph a line. A line beginning with `# ` is a heading, with
 * `| ` a row of figures; `{{name}}` is filled for a loan.
 */
export function readText(fileName: string, content: string): EditedText {
  const [, key, version, language] = /^(\w+)\.(\d+\.\d+)\.(zh-cn|en-us)\.md$/.exec(fileName) ?? []
  assert(isKey(key) && version !== undefined && isLanguage(language), `${fileName} is not named <key>.<version>.<language>.md`)
  const [title = '', from = '', empty, ...lines] = content.replaceAll('\r\n', '\n').split('\n')
  assert(
    title.startsWith('title: ') && from.startsWith('inForceFrom: ') && empty === '',
    `${fileName} does not begin with title and inForceFrom`,
  )
  const paragraphs = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(paragraph)
  assert(paragraphs.length > 0, `${fileName} is empty`)
  return { key, version, language, title: title.slice(7).trim(), inForceFrom: civilDate(from.slice(13).trim()), paragraphs }
}

const languages: readonly Language[] = ['zh-cn', 'en-us']

function paragraph(line: string): Paragraph {
  if (line.startsWith('# ')) return { kind: 'heading', text: line.slice(2).trim() }
  if (line.startsWith('| ')) return { kind: 'row', text: line.slice(2).trim() }
  return { kind: 'text', text: line }
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

function isKey(text: string | undefined): text is AgreementKey {
  return agreementKeys.some((key) => key === text)
}

function isLanguage(text: string | undefined): text is Language {
  return languages.some((language) => language === text)
}
