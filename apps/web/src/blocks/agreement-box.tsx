import { Fragment, type MouseEvent, useId, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Help } from '#ui/help.tsx'
import { AgreementSheet, type AgreementSource } from './agreement-sheet.tsx'

export type AgreementName = { readonly key: string; readonly title: string }

export type AgreementBoxProps<A extends AgreementName> = {
  texts: readonly A[]
  /** Starts false, always. */
  checked: boolean
  onChange: (checked: boolean) => void
  /** In place of the usual "I have read and agree to". */
  lead?: string | undefined
  /** Where the texts come from: the general ones, or those of a quote. */
  source?: AgreementSource | undefined
  /** What is wrong: nothing was ticked, or the texts have changed. */
  error?: string | undefined
}

/** One consent for the texts named in it; each title opens its text without ticking the box. */
export function AgreementBox<A extends AgreementName>({ texts, checked, onChange, lead, source, error }: AgreementBoxProps<A>) {
  const t = useWords('blocks')
  const [open, setOpen] = useState<A>()
  const helpId = useId()
  const quoted = texts.map((text) => ({ text, title: t('agreement.quoted', { title: text.title }) }))
  const openText = (text: A) => (event: MouseEvent) => {
    event.preventDefault()
    setOpen(text)
  }
  return (
    <div data-wrong={error !== undefined || undefined}>
      <Checkbox checked={checked} onChange={onChange} invalid={error !== undefined} describedBy={error === undefined ? undefined : helpId}>
        <span>{lead ?? t('agreement.agreeTo')}</span>
        {quoted.map(({ text, title }) => (
          <Fragment key={text.key}>
            {/* Marks that bring no room of their own have a space in the words of their language: in the button it would not be seen. */}
            {title.startsWith(' ') && <span> </span>}
            <button type="button" onClick={openText(text)}>
              {title.trim()}
            </button>
          </Fragment>
        ))}
      </Checkbox>
      {error !== undefined && (
        <Help id={helpId} tone="negative">
          {error}
        </Help>
      )}
      {open !== undefined && (
        <AgreementSheet agreementKey={open.key} title={open.title} source={source} onClose={() => setOpen(undefined)} />
      )}
    </div>
  )
}
