import { lazy, Suspense, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { NumberKeyboard } from '#ui/number-keyboard.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { toast } from '#ui/toast.tsx'

const ShortPasswordDialog = lazy(async () => ({ default: (await import('#ui/short-password-dialog.tsx')).ShortPasswordDialog }))

const kinds = {
  open: { length: 6, shuffled: false },
  short: { length: 4, shuffled: false },
  shuffled: { length: 6, shuffled: true },
} as const
const names = ['open', 'short', 'shuffled'] as const

export function PasswordSection() {
  const t = useWords('demo')
  const [asked, setAsked] = useState<(typeof names)[number]>()
  return (
    <Card title={t('section.password')}>
      <Stack>
        {names.map((name) => (
          <Button key={name} kind="quiet" block onPress={() => setAsked(name)}>
            {t(`password.${name}`)}
          </Button>
        ))}
        <Rate />
      </Stack>
      {asked !== undefined && (
        <Suspense>
          <Password {...kinds[asked]} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}

function Password({ length, shuffled, onClose }: { length: 4 | 6; shuffled: boolean; onClose: () => void }) {
  const t = useWords('demo')
  const check = async (password: string) => {
    if (password !== '123456'.slice(0, length)) return t('password.wrong')
    toast(t('password.right'))
    onClose()
    return undefined
  }
  return (
    <ShortPasswordDialog
      open
      title={t('password.title')}
      length={length}
      shuffled={shuffled}
      onClose={onClose}
      onComplete={check}
      words={{ ...useKeyWords(), keyboard: t('password.keyboard'), digits: t('password.digits', { length }) }}
    >
      <Text size="quiet">{t('password.note', { length })}</Text>
    </ShortPasswordDialog>
  )
}

function Rate() {
  const t = useWords('demo')
  const [value, setValue] = useState('')
  return (
    <>
      <Field label={t('password.rate')}>
        <TextInput value={value} onChange={setValue} filter="number" maxLength={6} inputMode="none" />
      </Field>
      <NumberKeyboard point label={t('password.rate')} words={useKeyWords()} value={value} onChange={setValue} />
    </>
  )
}

function useKeyWords() {
  const t = useWords('demo')
  return { point: t('password.point'), deleteLast: t('password.deleteLast') }
}
