import { type OptionList, options } from '@fyh/contract/options.ts'
import { useWords } from '#locales/i18n.ts'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
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

export function PersonCard({ form }: Props) {
  const t = useWords('apply')
  return (
    <Card rows title={t('profile.personTitle')}>
      <Choice form={form} list="education" label={t('profile.education')} />
      <Field label={t('profile.marital')} error={form.errorOf('marital')}>
        <div className={styles.choices}>
          <Segmented
            label={t('profile.marital')}
            value={form.draft.marital}
            options={useOptions('marital')}
            onChange={form.field('marital').onChange}
          />
        </div>
      </Field>
      <Field label={t('profile.email')} error={form.errorOf('email')}>
        <TextInput
          {...form.field('email')}
          tidy={(text) => text.trim()}
          type="email"
          inputMode="email"
          autoComplete="email"
          name="email"
          maxLength={100}
          placeholder={t('profile.emailPlaceholder')}
        />
      </Field>
    </Card>
  )
}

export function WorkCard({ form }: Props) {
  const t = useWords('apply')
  const { occupation } = form.draft
  return (
    <Card rows title={t('profile.workTitle')}>
      <Choice form={form} list="occupation" label={t('profile.occupation')} />
      <Choice form={form} list="trade" label={t('profile.trade')} />
      <Choice form={form} list="income" label={t('profile.income')} />
      <Field
        label={occupation === undefined || needsEmployer(occupation) ? t('profile.employer') : t('profile.employerOptional')}
        error={form.errorOf('employer')}
      >
        <TextInput
          {...form.field('employer')}
          autoComplete="organization"
          name="employer"
          maxLength={100}
          placeholder={t('profile.employerPlaceholder')}
        />
      </Field>
    </Card>
  )
}

export function HomeCard({ form }: Props) {
  const t = useWords('apply')
  return (
    <Card rows title={t('profile.homeTitle')}>
      <AreaField path={form.areaPath} error={form.errorOf('areaCode')} onChange={form.setArea} />
      <Field label={t('profile.address')} error={form.errorOf('address')}>
        <TextInput
          {...form.field('address')}
          autoComplete="street-address"
          name="address"
          maxLength={50}
          counted
          multiline
          placeholder={t('profile.addressPlaceholder')}
        />
      </Field>
    </Card>
  )
}

type Simple = Extract<keyof Draft & ProfileField & ChoiceList, string>

export function Choice({ form, list, label }: { form: ProfileForm; list: Simple; label: string }) {
  return (
    <PickerField
      label={label}
      value={form.draft[list]}
      options={useOptions(list)}
      error={form.errorOf(list)}
      onChange={form.field(list).onChange}
    />
  )
}
