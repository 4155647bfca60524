import { useId } from 'react'
import { useWords } from '#locales/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Help } from '#ui/help.tsx'
import { AgreementBox, type AgreementName } from './agreement-box.tsx'

/** Consent to texts that are fetched: nothing while they come, a way to fetch them again when they did not. */
export function ConsentBox(props: {
  texts: {
    readonly data: { readonly texts: readonly AgreementName[] } | undefined
    readonly isError: boolean
    readonly refetch: () => Promise<unknown>
  }
  checked: boolean
  onChange: (checked: boolean) => void
  error: string | undefined
  lead?: string | undefined
}) {
  const { texts, error, ...box } = props
  const t = useWords('blocks')
  const helpId = useId()
  if (texts.data !== undefined) return <AgreementBox {...box} texts={texts.data.texts} error={error} />
  if (!texts.isError) return null
  return (
    <div data-wrong={error !== undefined || undefined}>
      <Button kind="text" onPress={texts.refetch} describedBy={error === undefined ? undefined : helpId}>
        {t('agreement.failed')}
      </Button>
      {error !== undefined && (
        <Help id={helpId} tone="negative">
          {error}
        </Help>
      )}
    </div>
  )
}
