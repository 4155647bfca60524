import { constants } from '@fyh/contract/options.ts'
import type { CheckChallenge, CheckSolution } from '@fyh/contract/sms-check.ts'
import { lazy, Suspense, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { type ApiError, isRefusal } from '#platform/api.ts'
import { Button } from '#ui/button.tsx'
import { CodeInput } from '#ui/code-input.tsx'
import { Field } from '#ui/field.tsx'
import { challengeOf } from './check-challenge.ts'
import type { SendOptions } from './send-code.ts'
import { useSmsWait } from './sms-wait.ts'

export type CodeSent = { readonly smsCodeDigits: number; readonly waitSeconds: number; readonly mobileMask: string }

export type SmsCodeBoxProps = {
  /** What the code is for; with the last digits of the phone where the person can change it. */
  about: string
  /** The order that a code sent now would confirm. A code confirms only the order it was sent for. */
  order?: string | undefined
  /** Asks for a code: `(options) => sendCode({ purpose: 'withdraw', quoteId, cardId }, options)`. */
  send: (options: SendOptions) => Promise<CodeSent>
  /** Where a form has two of them: which code this is. */
  label?: string | undefined
  value: string
  onChange: (digits: string) => void
  /** Called once when all digits are there. */
  onComplete?: ((digits: string) => void) | undefined
  /** What is wrong with the code, in the server's words. */
  error?: string | undefined
  /** Not yet: the phone is not complete. Answer a text to say why, beside the field; true just disables. */
  blocked?: boolean | undefined
  /** Runs before sending; false calls it off (agreements not ticked). */
  before?: (() => boolean | Promise<boolean>) | undefined
  onSent?: ((sent: CodeSent) => void) | undefined
}

/** Get a code, wait as long as the server says, type it or let the phone fill it in. */
export function SmsCodeBox(props: SmsCodeBoxProps) {
  const { about, order, send, label, value, onChange, onComplete, error, blocked = false, before, onSent } = props
  const t = useWords('blocks')
  const { seconds, digits, wait } = useSmsWait(about)
  const [sent, setSent] = useState<{ about: string; order: string | undefined; answer: CodeSent }>()
  const [refusal, setRefusal] = useState<{ about: string; error: ApiError }>()
  const answer = sent?.about === about ? sent.answer : undefined
  const trouble = refusal?.about === about ? refusal.error.message : undefined
  const [check, setCheck] = useState<Check>()
  const ask = async (options: Pick<SendOptions, 'check'> = {}) => {
    setRefusal(undefined)
    // Before the answer: the phone can fill the code in sooner than the answer comes.
    onChange('')
    try {
      const told = await send({ ...options, handles: 'all' })
      setCheck(undefined)
      setSent({ about, order, answer: told })
      wait(told.waitSeconds, told.smsCodeDigits)
      onSent?.(told)
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      const challenge = challengeOf(failure)
      if (challenge !== undefined) return setCheck({ challenge, refused: options.check && failure.message })
      setCheck(undefined)
      setRefusal({ about, error: failure })
      if (typeof failure.detail.waitSeconds === 'number') wait(failure.detail.waitSeconds)
    }
  }
  const getCode = async () => {
    if ((await before?.()) !== false) await ask()
  }
  const hint = () => {
    if (answer === undefined) return seconds > 0 ? t('sms.sentBefore') : t('sms.notYet')
    return sent?.order === order ? t('sms.sent', { mobile: answer.mobileMask }) : t('sms.otherOrder')
  }
  return (
    <>
      <Field
        label={label ?? t('sms.label')}
        hint={hint()}
        error={error ?? trouble}
        extra={
          <Button kind="text" onPress={getCode} disabled={blocked || seconds > 0}>
            {seconds > 0 ? t('sms.wait', { seconds }) : answer === undefined ? t('sms.get') : t('sms.again')}
          </Button>
        }
      >
        <CodeInput
          value={value}
          onChange={onChange}
          onComplete={onComplete}
          length={answer?.smsCodeDigits ?? digits ?? constants.smsCodeDigits}
          invalid={error !== undefined}
        />
      </Field>
      {check !== undefined && (
        <Suspense>
          <CheckSheet
            key={check.challenge.checkId}
            challenge={check.challenge}
            refused={check.refused}
            onSolve={(solution: CheckSolution) => ask({ check: { checkId: check.challenge.checkId, solution } })}
            onAnother={() => ask()}
            onClose={() => setCheck(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The challenge to solve before the code is sent; `refused` after a try. */
type Check = { readonly challenge: CheckChallenge; readonly refused: string | undefined }

/** Few visits need it. */
const CheckSheet = lazy(async () => ({ default: (await import('./check-sheet.tsx')).CheckSheet }))
