import { PhoneConsent, PhoneFields, usePhoneLogin } from '#blocks/phone-login.tsx'
import { useWords } from '#locales/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { Stack, Text } from '#ui/text.tsx'
import type { PartnerForm } from './capital.queries.ts'
import { useFieldWords } from './use-partner-form.ts'

/** The form's own login: what the partner will ask for, and phone and code on the same page. */
export function GuestForm({ form, onLogin }: { form: PartnerForm; onLogin: () => void }) {
  const t = useWords('capital')
  const words = useFieldWords()
  const login = usePhoneLogin({ onDone: onLogin })
  return (
    <Page
      place={login.form.place}
      footer={
        <Button block type="submit" onPress={login.submit}>
          {t('form.login')}
        </Button>
      }
    >
      <div>
        <Text size="lead" as="h2">
          {form.partner === null ? t('form.guestHeading') : t('form.heading', { lender: form.partner.name })}
        </Text>
        <Text size="quiet">{t('form.guestLead')}</Text>
      </div>
      <Card title={t('form.guestTitle')}>
        <PhoneFields login={login} />
        <Stack gap={2}>
          <PhoneConsent login={login} />
        </Stack>
      </Card>
      {form.fields.length > 0 && (
        <Card title={t('form.asked')}>
          <Text size="quiet">{form.fields.map(words.label).join(t('and'))}</Text>
        </Card>
      )}
    </Page>
  )
}
