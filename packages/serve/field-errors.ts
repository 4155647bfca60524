import type { z } from 'zod'
import { fail } from './fail.ts'

export const fieldReasons = {
  missing: { 'zh-cn': '不能为空', 'en-us': 'it is missing' },
  type: { 'zh-cn': '格式不正确', 'en-us': 'it has the wrong form' },
  tooSmall: { 'zh-cn': '太短或太小', 'en-us': 'it is too short or too small' },
  tooLarge: { 'zh-cn': '太长或太大', 'en-us': 'it is too long or too large' },
  format: { 'zh-cn': '格式不正确', 'en-us': 'it has the wrong form' },
  choice: { 'zh-cn': '请重新选择', 'en-us': 'please choose again' },
  characters: { 'zh-cn': '含有无法识别的字符', 'en-us': 'it holds characters that cannot be read' },
  letters: { 'zh-cn': '须用文字或数字填写，不能包含表情', 'en-us': 'it needs letters or digits, without emoji' },
  json: { 'zh-cn': '不是有效的 JSON', 'en-us': 'it is not valid JSON' },
  notAllowed: { 'zh-cn': '不允许出现在地址中', 'en-us': 'it must not be part of an address' },
} as const
export type FieldReason = keyof typeof fieldReasons

/** Fields as borrowers know them; others are named as they are written. */
const fieldNames: Readonly<Record<string, { 'zh-cn': string; 'en-us': string }>> = {
  mobile: { 'zh-cn': '手机号', 'en-us': 'the phone number' },
  authCode: { 'zh-cn': '验证码', 'en-us': 'the code' },
  name: { 'zh-cn': '姓名', 'en-us': 'the name' },
  idNumber: { 'zh-cn': '身份证号', 'en-us': 'the ID number' },
  validFrom: { 'zh-cn': '证件有效期起', 'en-us': 'the first day of validity' },
  validTo: { 'zh-cn': '证件有效期止', 'en-us': 'the last day of validity' },
  image: { 'zh-cn': '照片', 'en-us': 'the photo' },
  agreed: { 'zh-cn': '协议', 'en-us': 'the agreements' },
  education: { 'zh-cn': '学历', 'en-us': 'the education' },
  marital: { 'zh-cn': '婚姻状况', 'en-us': 'the marital status' },
  occupation: { 'zh-cn': '职业', 'en-us': 'the occupation' },
  trade: { 'zh-cn': '行业', 'en-us': 'the trade' },
  income: { 'zh-cn': '月收入', 'en-us': 'the income' },
  employer: { 'zh-cn': '工作单位', 'en-us': 'the employer' },
  areaCode: { 'zh-cn': '所在地区', 'en-us': 'the area' },
  address: { 'zh-cn': '详细地址', 'en-us': 'the address' },
  email: { 'zh-cn': '邮箱', 'en-us': 'the e-mail address' },
  relation: { 'zh-cn': '与联系人的关系', 'en-us': 'the relation' },
  cardNumber: { 'zh-cn': '银行卡号', 'en-us': 'the card number' },
  cardId: { 'zh-cn': '银行卡', 'en-us': 'the card' },
  amountFen: { 'zh-cn': '金额', 'en-us': 'the amount' },
  periods: { 'zh-cn': '期限', 'en-us': 'the term' },
  use: { 'zh-cn': '借款用途', 'en-us': 'the use' },
  method: { 'zh-cn': '还款方式', 'en-us': 'the way of repaying' },
  page: { 'zh-cn': '页码', 'en-us': 'the page' },
  body: { 'zh-cn': '提交的内容', 'en-us': 'what was sent' },
}

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
