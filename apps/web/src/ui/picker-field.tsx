import { lazy, Suspense, useState } from 'react'
import { classes } from './classes.ts'
import { Field, useField, useFieldLabelId } from './field.tsx'
import { Icon } from './icon.tsx'
import styles from './picker-field.module.css'
import type { Option } from './segmented.tsx'
import { useUiWords } from './words.tsx'

const OptionSheet = lazy(async () => ({ default: (await import('./option-sheet.tsx')).OptionSheet }))

export type SelectProps = {
  /** Title of the list that opens; also the name for screen readers where there is no Field around it. */
  title: string
  value: string | undefined
  options: readonly Option<string>[]
  onChange: (value: string) => void
  placeholder?: string | undefined
  disabled?: boolean | undefined
  /** Value at the right edge, as in a row of names and values. */
  end?: boolean | undefined
}

/** A choice out of many: a button that shows the chosen one and opens the list from the bottom edge. */
export function Select({ title, value, options, onChange, placeholder, disabled = false, end = false }: SelectProps) {
  const words = useUiWords()
  const { id, ...field } = useField()
  const labelId = useFieldLabelId()
  const [open, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  return (
    <>
      <button
        type="button"
        id={id}
        {...field}
        className={classes(styles.select, end && styles.end)}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-labelledby={labelId === undefined ? undefined : `${labelId} ${id}v`}
        aria-label={labelId === undefined ? `${title} ${chosen?.label ?? ''}` : undefined}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        <span id={id === undefined ? undefined : `${id}v`} className={classes(styles.value, chosen === undefined && styles.none)}>
          {chosen?.label ?? placeholder ?? words.choose}
        </span>
        <Icon name="forward" size={16} />
      </button>
      {open && (
        <Suspense>
          <OptionSheet
            title={title}
            value={value}
            options={options}
            onClose={() => setOpen(false)}
            onChoose={(next) => {
              setOpen(false)
              onChange(next)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** A Field with a Select in it. */
export function PickerField(
  props: Omit<SelectProps, 'title'> & { label: string; title?: string | undefined; error?: string | undefined; hint?: string | undefined },
) {
  const { label, title, error, hint, ...select } = props
  return (
    <Field label={label} error={error} hint={hint}>
      <Select title={title ?? label} {...select} />
    </Field>
  )
}
