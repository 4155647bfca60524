import { createContext, type ReactNode, useContext, useId, useState } from 'react'
import { classes } from './classes.ts'
import styles from './field.module.css'
import { Help } from './help.tsx'

type FieldIds = {
  id: string
  labelId: string
  describedBy: string | undefined
  invalid: boolean
  tell: (note: string | undefined) => void
}
const FieldContext = createContext<FieldIds | undefined>(undefined)

/** What an input inside a Field puts on its element, so that label, help and error are tied to it. */
export function useField() {
  const field = useContext(FieldContext)
  if (field === undefined) return {}
  return { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.invalid || undefined }
}

export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext)?.labelId
}

/** For an input that has something to say of what was just typed: it stands in place of the help until it is taken back. */
export function useFieldNote(): (note: string | undefined) => void {
  return useContext(FieldContext)?.tell ?? toNobody
}

const toNobody = () => undefined

export type FieldProps = {
  label: ReactNode
  children: ReactNode
  /** Help that is always there. */
  hint?: ReactNode
  /** What is wrong and the way out; told to screen readers when it appears. */
  error?: ReactNode
  warning?: ReactNode
  /** Stands at the right of the input: a link, a unit. */
  extra?: ReactNode
}

/** Label, input, help and error of one value. The inputs of the kit take their ids from it. */
export function Field({ label, children, hint, error, warning, extra }: FieldProps) {
  const id = useId()
  const labelId = `${id}l`
  const helpId = `${id}h`
  const wrong = error !== undefined && error !== '' && error !== false && error !== null
  const [note, tell] = useState<string>()
  const doubt = note ?? warning
  const help = wrong ? error : (doubt ?? hint)
  return (
    <FieldContext value={{ id, labelId, describedBy: help === undefined ? undefined : helpId, invalid: wrong, tell }}>
      <div className={classes(styles.field, wrong && styles.invalid)} data-wrong={wrong || undefined}>
        <label className={styles.label} id={labelId} htmlFor={id}>
          {label}
        </label>
        <div className={styles.line}>
          <div className={styles.input}>{children}</div>
          {extra}
        </div>
        <Help id={helpId} tone={wrong ? 'negative' : doubt === undefined ? undefined : 'warning'}>
          {help}
        </Help>
      </div>
    </FieldContext>
  )
}
