import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { PickerField } from '#ui/picker-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { useForm } from '#ui/use-form.ts'
import { categories, kinds, useFeedbackDraft } from './feedback-draft.ts'
import { useSubmit } from './service.queries.ts'
import { serviceScreens } from './service.screens.ts'

const textMin = 5
const textMax = 1000

/** Feedback or a complaint: what it is about and a text; about a loan where one was come from. */
export function FeedbackScreen() {
  const t = useWords('service')
  const go = useGo()
  const { form, draft, change, loanId, send, isPending } = useFeedback()
  return (
    <Page
      place={form.place}
      action={
        <Button kind="text" onPress={() => go.to(to(serviceScreens.tickets))}>
          {t('form.records')}
        </Button>
      }
      footer={
        <Button block type="submit" loading={isPending} onPress={send}>
          {t('form.submit')}
        </Button>
      }
    >
      <Card>
        <Stack>
          <Segmented
            label={t('form.kind')}
            value={draft.kind}
            onChange={(kind) => change({ kind })}
            options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
          <Text size="quiet">{t(`kindNote.${draft.kind}`)}</Text>
        </Stack>
      </Card>
      <Card>
        <PickerField
          label={t('form.category')}
          error={form.errorOf('category')}
          value={draft.category === '' ? undefined : draft.category}
          options={categories.map((value) => ({ value, label: t(`category.${value}`) }))}
          onChange={form.field('category').onChange}
        />
        <Field label={t('form.text')} error={form.errorOf('text')} hint={t('form.textHint')}>
          <TextInput {...form.field('text')} multiline counted maxLength={textMax} placeholder={t('form.textPlaceholder')} />
        </Field>
      </Card>
      {loanId !== undefined && <Note>{t('form.aboutLoan')}</Note>}
    </Page>
  )
}

function useFeedback() {
  const t = useWords('service')
  const go = useGo()
  const { draft, change, loanId, done } = useFeedbackDraft()
  const { mutateAsync, isPending } = useSubmit()
  const form = useForm({
    values: { category: draft.category, text: draft.text },
    rules: {
      category: [{ kind: 'required', message: t('wrong.category') }],
      text: [
        { kind: 'required', message: t('wrong.text') },
        { kind: 'check', check: (text) => Array.from(text.trim()).length >= textMin, message: t('wrong.short', { min: textMin }) },
      ],
    },
    onChange: (field, value) => change(field === 'text' ? { text: value } : { category: categories.find((one) => one === value) ?? '' }),
  })
  const send = async () => {
    if (!(await form.submit()).valid || draft.category === '') return
    const { kind, category, text, onceKey } = draft
    try {
      const { ticketId } = await mutateAsync({ kind, category, text, onceKey, ...(loanId !== undefined && { loanId }) })
      done()
      go.replace(to(serviceScreens.ticket, undefined, { id: ticketId }))
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      form.refuse('text', failure.message)
    }
  }
  return { form, draft, change, loanId, send, isPending }
}
