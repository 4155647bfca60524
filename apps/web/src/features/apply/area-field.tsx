import { lazy, Suspense, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { classes } from '#ui/classes.ts'
import { Field, useField, useFieldLabelId } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Area } from './apply.queries.ts'
import styles from './area-field.module.css'

const AreaSheet = lazy(async () => ({ default: (await import('./area-sheet.tsx')).AreaSheet }))

/** Names of an area from the top; a municipality and the one city below it have the same name, which is said once. */
export const areaNames = (path: readonly Area[]): string =>
  path
    .map(({ name }) => name)
    .filter((name, place, names) => name !== names[place - 1])
    .join(' ')

/** Province, city and county, chosen one after the other. */
export function AreaField(props: { path: readonly Area[]; error?: string | undefined; onChange: (path: readonly Area[]) => void }) {
  const t = useWords('apply')
  const [open, setOpen] = useState(false)
  return (
    <Field label={t('profile.area')} error={props.error}>
      <Opener path={props.path} open={open} onOpen={() => setOpen(true)} />
      {open && (
        <Suspense>
          <AreaSheet
            path={props.path}
            onClose={() => setOpen(false)}
            onChoose={(path) => {
              setOpen(false)
              props.onChange(path)
            }}
          />
        </Suspense>
      )}
    </Field>
  )
}

function Opener({ path, open, onOpen }: { path: readonly Area[]; open: boolean; onOpen: () => void }) {
  const t = useWords('apply')
  const { id, ...field } = useField()
  const labelId = useFieldLabelId()
  return (
    <button
      type="button"
      id={id}
      {...field}
      className={styles.opener}
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-labelledby={`${labelId} ${id}v`}
      onClick={onOpen}
    >
      <span id={`${id}v`} className={classes(styles.value, path.length === 0 && styles.none)}>
        {path.length === 0 ? t('profile.areaPlaceholder') : areaNames(path)}
      </span>
      <Icon name="forward" size={16} />
    </button>
  )
}
