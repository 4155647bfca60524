import type { Language } from '@fyh/contract/errors.ts'

const languages: readonly Language[] = ['zh-cn', 'en-us']
const charactersMax = 500

/**
 * Returns the language with the highest weight in an Accept-Language header (RFC 9110, 12.5.4): without a weight it is 1, of equal weights the
 * first counts, `q=0` excludes a language. Chinese where the header names neither language and excludes neither, or both.
 */
export function languageOf(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? '').slice(0, charactersMax).split(',').map(rangeOf)
  const accepted = ranges.filter(({ language, weight }) => language !== undefined && weight > 0)
  const [first, ...rest] = accepted
  if (first?.language !== undefined)
    return rest.reduce((best, range) => (range.weight > best.weight ? range : best), first).language ?? 'zh-cn'
  const excluded = new Set(ranges.map(({ language }) => language))
  return languages.find((language) => !excluded.has(language)) ?? 'zh-cn'
}

/** One entry of the header. An entry whose weight cannot be read says nothing. */
function rangeOf(entry: string): { readonly language: Language | undefined; readonly weight: number } {
  const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
  const written = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '')
  const weight = written === undefined ? 1 : /^(0(\.\d*)?|1(\.0*)?)$/.test(written) ? Number(written) : undefined
  return weight === undefined ? { language: undefined, weight: 0 } : { language: languageOfTag(tag), weight }
}

const languageOfTag = (tag: string): Language | undefined => (/^zh(-|$)/.test(tag) ? 'zh-cn' : /^en(-|$)/.test(tag) ? 'en-us' : undefined)
