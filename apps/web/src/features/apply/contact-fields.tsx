import { parseMobile, parseName } from '@fyh/base/chinese-data.ts'
import { useWords } from '#locales/i18n.ts'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { PickerField } from '#ui/picker-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Text } from '#ui/text.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { useOptions } from './profile-fields.tsx'
import type { ProfileForm } from './profile-form.ts'
import styles from './profile-screen.module.css'

type Which = 'contactOne' | 'contactTwo'

/** Two people who may be called when the borrower cannot be reached; the first is family. */
export function ContactsCard({ form }: { form: ProfileForm }) {
  const t = useWords('apply')
  return (
    <>
      <Card rows title={t('profile.contactOne')}>
        <Text size="small">{t('profile.contactsLead')}</Text>
        <ContactFields form={form} which="contactOne" />
      </Card>
      <Card rows title={t('profile.contactTwo')}>
        <ContactFields form={form} which="contactTwo" />
      </Card>
    </>
  )
}

function ContactFields({ form, which }: { form: ProfileForm; which: Which }) {
  const t = useWords('apply')
  return (
    <>
      <Relation which={which} form={form} />
      <Field label={t('profile.contactName')} error={form.errorOf(`${which}.name`)}>
        <TextInput
          {...form.field(`${which}.name`)}
          tidy={(text) => parseName(text) ?? text}
          maxLength={50}
          name={`${which}Name`}
          placeholder={t('profile.contactNamePlaceholder')}
        />
      </Field>
      <Field label={t('profile.contactMobile')} error={form.errorOf(`${which}.mobile`)}>
        <TextInput
          {...form.field(`${which}.mobile`)}
          tidy={(text) => parseMobile(text) ?? text}
          type="tel"
          inputMode="tel"
          maxLength={30}
          name={`${which}Mobile`}
          placeholder={t('profile.contactMobilePlaceholder')}
        />
      </Field>
    </>
  )
}

function Relation({ which, form }: { which: Which; form: ProfileForm }) {
  const t = useWords('apply')
  const family = useOptions('contactRelationOne')
  const anybody = useOptions('contactRelationTwo')
  const { value, onChange } = form.field(`${which}.relation`)
  const error = form.errorOf(`${which}.relation`)
  return which === 'contactOne' ? (
    <Field label={t('profile.relation')} error={error}>
      <div className={styles.choices}>
        <Segmented label={t('profile.relation')} value={value} options={family} onChange={onChange} />
      </div>
    </Field>
  ) : (
    <PickerField label={t('profile.relation')} value={value} options={anybody} error={error} onChange={onChange} />
  )
}
