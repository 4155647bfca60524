import type { AgreementKey } from '@fyh/contract/agreement.ts'
import { AgreementParagraphs } from '#blocks/agreement-sheet.tsx'
import { useQuery } from '#platform/query.ts'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { textLook } from './equity.queries.ts'

/** A text in force, in full, as a page of its own. */
export function TextPage({ agreementKey }: { agreementKey: AgreementKey }) {
  const text = useQuery(textLook(agreementKey))
  if (text.data === undefined)
    return <Page>{text.isError ? <Failed onRetry={() => text.refetch()} /> : <Loading cards={1} figure={false} />}</Page>
  return (
    <Page>
      <Card title={text.data.title}>
        <AgreementParagraphs text={text.data} />
      </Card>
    </Page>
  )
}
