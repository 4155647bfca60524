import { lazy, Suspense, useState } from 'react'
import { KeyValue } from '#ui/key-value.tsx'
import type { Option } from '#ui/segmented.tsx'
import { useUiWords } from '#ui/words.tsx'

const OptionSheet = lazy(async () => ({ default: (await import('#ui/option-sheet.tsx')).OptionSheet }))

/** A row of name and chosen value; tapping it opens the list. */
export function OptionRow(props: {
  name: string
  /** Undefined until one is chosen. */
  value: string | undefined
  options: readonly Option<string>[]
  onChange: (value: string) => void
  error?: string | undefined
}) {
  const { name, value, options, onChange, error } = props
  const words = useUiWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <KeyValue
        name={name}
        value={options.find((option) => option.value === value)?.label ?? words.choose}
        error={error}
        onPress={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <OptionSheet
            title={name}
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
