import { lazy, Suspense, useState } from 'react'
import { KeyValue } from '#ui/key-value.tsx'

const OptionSheet = lazy(async () => ({ default: (await import('#ui/option-sheet.tsx')).OptionSheet }))

/** A row of name and chosen value; tapping it opens the list. */
export function OptionRow(props: {
  name: string
  value: string
  options: readonly { readonly value: string; readonly label: string }[]
  onChange: (value: string) => void
}) {
  const { name, value, options, onChange } = props
  const [open, setOpen] = useState(false)
  return (
    <>
      <KeyValue name={name} value={options.find((option) => option.value === value)?.label} onPress={() => setOpen(true)} />
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
