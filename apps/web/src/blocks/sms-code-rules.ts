import { constants } from '@fyh/contract/options.ts'
import { useWords } from '#locales/i18n.ts'
import type { PromptRule } from '#ui/form-rules.ts'

const wholeCode = new RegExp(`^\\d{${constants.smsCodeDigits},}$`)

/** Rules of a code box: not empty, and no shorter than the shortest code. The server, which sets the length, judges the rest. */
export function useSmsCodeRules(missing: string): readonly PromptRule[] {
  const t = useWords('blocks')
  return [
    { kind: 'required', message: missing },
    { kind: 'pattern', pattern: wholeCode, message: t('sms.incomplete') },
  ]
}

/** Refusals that are about the code alone: another code can confirm the same form. */
export const codeRefusals = ['SMS_CODE_WRONG', 'SMS_CODE_EXPIRED', 'SMS_CODE_OTHER_ORDER', 'SMS_TRIES_LIMIT'] as const
