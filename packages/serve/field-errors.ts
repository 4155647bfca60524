import { fieldNames } from '@fyh/contract/field-names.ts'
import type { z } from 'zod'
import { fail } from './fail.ts'

export const fieldReasons = {
  missing: { 'zh-cn': '不能为空', 'en-us': 'it’s missing' },
  type: { 'zh-cn': '格式不正确', 'en-us': 'the format isn’t valid' },
  tooSmall: { 'zh-cn': '太短或太小', 'en-us': 'it’s too short or too small' },
  tooLarge: { 'zh-cn': '太长或太大', 'en-us': 'it’s too long or too large' },
  format: { 'zh-cn': '格式不正确', 'en-us': 'the format isn’t valid' },
  choice: { 'zh-cn': '请重新选择', 'en-us': 'choose again' },
  characters: { 'zh-cn': '含有无法识别的字符', 'en-us': 'it contains characters we can’t read' },
  letters: { 'zh-cn': '请使用文字或数字，不要使用表情', 'en-us': 'use letters or digits, without emoji' },
  json: { 'zh-cn': '不是有效的 JSON', 'en-us': 'it isn’t valid JSON' },
  notAllowed: { 'zh-cn': '不允许出现在地址中', 'en-us': 'it can’t be part of an address' },
} as const
export type FieldReason = keyof typeof fieldReasons

export type FieldError = { readonly field: string; readonly reason: FieldReason }

/** Refuses malformed input: the first field in words, all of them in the detail. */
export function failFields(fields: readonly [FieldError, ...FieldError[]]): never {
  const [first] = fields
  const word = (language: 'zh-cn' | 'en-us') => ({
    field: fieldNames[lastName(first.field)]?.[language] ?? first.field,
    reason: fieldReasons[first.reason][language],
  })
  fail('INPUT_INVALID', { fields, words: { 'zh-cn': word('zh-cn'), 'en-us': word('en-us') } })
}

export function fieldErrorsOf(error: z.ZodError): [FieldError, ...FieldError[]] {
  const [first, ...rest] = error.issues
    .slice(0, 20)
    .map((issue) => ({ field: issue.path.map(String).join('.') || 'body', reason: reasonOf(issue) }))
  return [first ?? { field: 'body', reason: 'type' }, ...rest]
}

function reasonOf(issue: z.core.$ZodIssue): FieldReason {
  switch (issue.code) {
    case 'invalid_type':
      return /received undefined/.test(issue.message) ? 'missing' : 'type'
    case 'too_small':
      return 'tooSmall'
    case 'too_big':
      return 'tooLarge'
    case 'invalid_format':
    case 'custom':
      return 'format'
    case 'invalid_value':
      return 'choice'
    default:
      return 'type'
  }
}

const lastName = (field: string) => field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field
