import type { Language } from '@fyh/contract/errors.ts'

/** The language of the first tag we speak; Chinese when none is. */
export function languageOf(acceptLanguage: string | undefined): Language {
  for (const part of (acceptLanguage ?? '').slice(0, 200).split(',')) {
    const tag = part.trim().toLowerCase()
    if (tag.startsWith('zh')) return 'zh-cn'
    if (tag.startsWith('en')) return 'en-us'
  }
  return 'zh-cn'
}
