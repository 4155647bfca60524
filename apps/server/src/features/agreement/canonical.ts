import { createHash } from 'node:crypto'
import { assert } from '@fyh/base/assert.ts'
import type { AgreementKey } from '@fyh/contract/agreement.ts'
import type { Language } from '@fyh/contract/errors.ts'

export type Paragraph = { kind: 'heading' | 'text' | 'row'; text: string }
export type AgreementText = { key: AgreementKey; version: string; language: Language; title: string; paragraphs: readonly Paragraph[] }

const mark = 'fyh-agreement/1'

/**
 * The one written form of a text, which is hashed and stored: a mark, key, version, language and title on a line each, then a line
 * `kind<tab>text` for each paragraph. Nothing in a text can contain a line end or a tab, so the form reads back without doubt.
 */
export function canonicalForm({ key, version, language, title, paragraphs }: AgreementText): string {
  const lines = [mark, key, version, language, title, ...paragraphs.map(({ kind, text }) => `${kind}\t${text}`)]
  assert(
    [key, version, language, title, ...paragraphs.map(({ text }) => text)].every((text) => text !== '' && !/[\t\r\n]/.test(text)),
    `a line of ${key} is empty or holds a line end or a tab`,
  )
  return `${lines.join('\n')}\n`
}

export function paragraphsOf(form: string): Paragraph[] {
  const [found, , , , , ...lines] = form.split('\n')
  assert(found === mark && lines.pop() === '', 'not a canonical form')
  return lines.map((line) => {
    const [kind, text] = line.split('\t')
    assert(kind === 'heading' || kind === 'text' || kind === 'row', `no such kind of paragraph: ${kind}`)
    assert(text !== undefined, 'a paragraph without text')
    return { kind, text }
  })
}

/** SHA-256 over the UTF-8 bytes of the canonical form, in hexadecimal. */
export function sha256Of(form: string): string {
  return createHash('sha256').update(form, 'utf8').digest('hex')
}
