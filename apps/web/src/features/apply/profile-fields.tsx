import { type OptionList, options, studentOccupation } from '@fyh/contract/options.ts'
import type { ReactNode } from 'react'
import { useWords } from '#locales/i18n.ts'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Note } from '#ui/note.tsx'
import { PickerField } from '#ui/picker-field.tsx'
import { type Option, Segmented } from '#ui/segmented.tsx'
import { TextInput } from '#ui/text-input.tsx'
import type { Draft } from './apply.queries.ts'
import { AreaField } from './area-field.tsx'
import type { ProfileForm } from './profile-form.ts'
import { needsEmployer, type ProfileField } from './profile-rules.ts'
import styles from './profile-screen.module.css'

type Props = { readonly form: ProfileForm }
export type ChoiceList = Exclude<OptionList, 'period' | 'repayMethod' | 'loanUse'>

/** The entries of a list with their words. */
export function useOptions<L extends ChoiceList>(list: L): readonly Option<string>[] {
  const t = useWords('option')
  const values: readonly string[] = options[list]
  // That every value of a list has words is shown by the test of the packs.
  return values.map((value) => ({ value, label: t(`${list}.${value}` as 'education.01') }))
}

/** Marks where a field stands, so that the first wrong one can be gone to. */
export const Place = ({ field, children }: { field: ProfileField; children: ReactNode }) => <div data-field={field}>{children}</div>

export function PersonCard({ form }: Props) {
  const t = useWords('apply')
  return (
    <Card rows title={t('profile.personTitle')}>
      <Choice form={form} list="education" label={t('profile.education')} />
      <Place field="marital">
        <Field label={t('profile.marital')} error={form.errors.marital}>
          <div className={styles.choices}>
            <Segmented
              label={t('profile.marital')}
              value={form.draft.marital}
              options={useOptions('marital')}
              onChange={(marital) => form.set({ marital }, 'marital')}
            />
          </div>
        </Field>
      </Place>
      <Place field="email">
        <Field label={t('profile.email')} error={form.errors.email}>
          <TextInput
            value={form.draft.email ?? ''}
            onChange={(email) => form.set({ email }, 'email')}
            tidy={(text) => text.trim()}
            type="email"
            inputMode="email"
            autoComplete="email"
            name="email"
            maxLength={100}
            placeholder={t('profile.emailPlaceholder')}
          />
        </Field>
      </Place>
    </Card>
  )
}

export function WorkCard({ form }: Props) {
  const t = useWords('apply')
  const { occupation } = form.draft
  return (
    <Card rows title={t('profile.workTitle')}>
      <Choice form={form} list="occupation" label={t('profile.occupation')} also={['employer']} />
      {occupation === studentOccupation && <Note tone="warning">{t('profile.studentNote')}</Note>}
      <Choice form={form} list="trade" label={t('profile.trade')} />
      <Choice form={form} list="income" label={t('profile.income')} />
      <Place field="employer">
        <Field
          label={occupation === undefined || needsEmployer(occupation) ? t('profile.employer') : t('profile.employerOptional')}
          error={form.errors.employer}
        >
          <TextInput
            value={form.draft.employer ?? ''}
            onChange={(employer) => form.set({ employer }, 'employer')}
            autoComplete="organization"
            name="employer"
            maxLength={100}
            placeholder={t('profile.employerPlaceholder')}
          />
        </Field>
      </Place>
    </Card>
  )
}

export function HomeCard({ form }: Props) {
  const t = useWords('apply')
  return (
    <Card rows title={t('profile.homeTitle')}>
      <Place field="areaCode">
        <AreaField path={form.areaPath} error={form.errors.areaCode} onChange={form.setArea} />
      </Place>
      <Place field="address">
        <Field label={t('profile.address')} error={form.errors.address}>
          <TextInput
            value={form.draft.address ?? ''}
            onChange={(address) => form.set({ address }, 'address')}
            autoComplete="street-address"
            name="address"
            maxLength={100}
            multiline
            placeholder={t('profile.addressPlaceholder')}
          />
        </Field>
      </Place>
    </Card>
  )
}

type Simple = Extract<keyof Draft & ProfileField & ChoiceList, string>

function Choice(props: { form: ProfileForm; list: Simple; label: string; also?: readonly ProfileField[] }) {
  const { form, list, label, also = [] } = props
  return (
    <Place field={list}>
      <PickerField
        label={label}
        value={form.draft[list]}
        options={useOptions(list)}
        error={form.errors[list]}
        onChange={(value) => form.set({ [list]: value }, list, ...also)}
      />
    </Place>
  )
}
