import { parseMobile, parseName } from '@fyh/base/chinese-data.ts'
import { useWords } from '#locales/i18n.ts'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { PickerField } from '#ui/picker-field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Text } from '#ui/text.tsx'
import { TextInput } from '#ui/text-input.tsx'
import type { Draft } from './apply.queries.ts'
import { Place, useOptions } from './profile-fields.tsx'
import type { ProfileForm } from './profile-form.ts'
import type { ProfileField } from './profile-rules.ts'
import styles from './profile-screen.module.css'

type Which = 'contactOne' | 'contactTwo'
type Contact = NonNullable<Draft['contactOne']>

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
  const contact: Contact = form.draft[which] ?? {}
  const set = (next: Contact, ...fields: readonly ProfileField[]) => form.set({ [which]: { ...contact, ...next } }, ...fields)
  return (
    <>
      <Relation which={which} form={form} value={contact.relation} onChange={(relation) => set({ relation }, `${which}.relation`)} />
      <Place field={`${which}.name`}>
        <Field label={t('profile.contactName')} error={form.errors[`${which}.name`]}>
          <TextInput
            value={contact.name ?? ''}
            onChange={(name) => set({ name }, `${which}.name`, 'contactTwo.mobile')}
            tidy={(text) => parseName(text) ?? text}
            maxLength={50}
            name={`${which}Name`}
            placeholder={t('profile.contactNamePlaceholder')}
          />
        </Field>
      </Place>
      <Place field={`${which}.mobile`}>
        <Field label={t('profile.contactMobile')} error={form.errors[`${which}.mobile`]}>
          <TextInput
            value={contact.mobile ?? ''}
            onChange={(mobile) => set({ mobile }, `${which}.mobile`, 'contactTwo.mobile')}
            tidy={(text) => parseMobile(text) ?? text}
            type="tel"
            inputMode="tel"
            maxLength={30}
            name={`${which}Mobile`}
            placeholder={t('profile.contactMobilePlaceholder')}
          />
        </Field>
      </Place>
    </>
  )
}

function Relation(props: { which: Which; form: ProfileForm; value: string | undefined; onChange: (relation: string) => void }) {
  const { which, form, value, onChange } = props
  const t = useWords('apply')
  const family = useOptions('contactRelationOne')
  const anybody = useOptions('contactRelationTwo')
  const error = form.errors[`${which}.relation`]
  return (
    <Place field={`${which}.relation`}>
      {which === 'contactOne' ? (
        <Field label={t('profile.relation')} error={error}>
          <div className={styles.choices}>
            <Segmented label={t('profile.relation')} value={value} options={family} onChange={onChange} />
          </div>
        </Field>
      ) : (
        <PickerField label={t('profile.relation')} value={value} options={anybody} error={error} onChange={onChange} />
      )}
    </Place>
  )
}
