import { constants } from '@fyh/contract/options.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { type ApiError, isRefusal } from '#platform/api.ts'
import { Stack, Text } from '#ui/text.tsx'

/** Refusals about the payment password, which the dialog shows. */
export const payPasswordRefusals = ['PAYMENT_PASSWORD_REQUIRED', 'PAYMENT_PASSWORD_WRONG', 'PAYMENT_PASSWORD_LOCKED'] as const

type Asked = {
  readonly digits: 4 | 5 | 6
  readonly attempt: (password: string) => Promise<string | undefined>
  readonly giveUp: () => void
}

/**
 * Sends an order, and asks for the payment password where the server wants one. `during` rejects as the order does, and with
 * PAYMENT_PASSWORD_REQUIRED when the dialog is closed; `dialog` belongs into the screen.
 */
export function usePayPassword(): {
  readonly during: <T>(order: (payPassword?: string) => Promise<T>) => Promise<T>
  readonly dialog: ReactNode
} {
  const [asked, setAsked] = useState<Asked>()
  const during = async <T,>(order: (payPassword?: string) => Promise<T>): Promise<T> => {
    try {
      return await order()
    } catch (failure) {
      if (!isRefusal(failure, 'PAYMENT_PASSWORD_REQUIRED')) throw failure
      return await new Promise<T>((resolve, reject) => {
        const end = (settle: () => void) => {
          setAsked(undefined)
          settle()
        }
        setAsked({
          digits: digitsOf(failure),
          giveUp: () => end(() => reject(failure)),
          attempt: async (password) => {
            try {
              const made = await order(password)
              end(() => resolve(made))
            } catch (refusal) {
              if (isRefusal(refusal, ...payPasswordRefusals)) return refusal.message
              end(() => reject(refusal))
            }
            return undefined
          },
        })
      })
    }
  }
  return { during, dialog: asked && <PayPassword asked={asked} /> }
}

/** R5.1: 4 to 6 digits. */
function digitsOf({ detail: { digits } }: ApiError): Asked['digits'] {
  return digits === 4 || digits === 5 ? digits : constants.shortPasswordLength
}

function PayPassword({ asked: { digits: length, attempt, giveUp } }: { asked: Asked }) {
  const t = useWords('blocks')
  return (
    <Suspense>
      <ShortPasswordDialog
        open
        title={t('payPassword.title')}
        length={length}
        onClose={giveUp}
        onComplete={attempt}
        words={{
          point: t('payPassword.point'),
          deleteLast: t('payPassword.deleteLast'),
          keyboard: t('payPassword.keyboard'),
          digits: t('payPassword.digits', { length }),
        }}
      >
        <Stack gap={1}>
          <Text size="quiet">{t('payPassword.note')}</Text>
          <Text size="small">{t('payPassword.forgot')}</Text>
        </Stack>
      </ShortPasswordDialog>
    </Suspense>
  )
}

const ShortPasswordDialog = lazy(async () => ({ default: (await import('#ui/short-password-dialog.tsx')).ShortPasswordDialog }))
