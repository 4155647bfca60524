import type { Api } from '@fyh/contract/api.ts'
import type { DataOf, RequestOf } from '@fyh/contract/endpoint.ts'
import { useWords } from '#locales/i18n.ts'
import { api } from '#platform/api.ts'
import { look, useQuery } from '#platform/query.ts'
import { Sheet } from '#ui/sheet.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'

type Key = RequestOf<Api['agreement']['text']>['query']['key']
export type AgreementText = DataOf<Api['agreement']['text']>
/** general: a text in force; quote: filled with the figures of that quote; signed: exactly as it was signed; partner: what is shared with one partner lender. */
export type AgreementSource =
  | { readonly kind: 'general' }
  | { readonly kind: 'quote'; readonly quoteId: number }
  | { readonly kind: 'signed'; readonly signedId: number }
  | { readonly kind: 'partner'; readonly capitalId: number }

function lookAtText(key: Key, source: AgreementSource) {
  switch (source.kind) {
    case 'general':
      return look<AgreementText>(['agreement', 'text', key], (options) => api.agreement.text({ query: { key } }, options))
    case 'quote':
      return look<AgreementText>(['borrow', 'quoteText', source.quoteId, key], (options) =>
        api.borrow.quoteText({ params: { id: source.quoteId }, query: { key } }, options),
      )
    case 'partner':
      return look<AgreementText>(['capital', 'text', source.capitalId], (options) =>
        api.capital.text({ params: { id: source.capitalId } }, options),
      )
    case 'signed':
      return look<AgreementText>(['agreement', 'signed', source.signedId], (options) =>
        api.agreement.signedText({ params: { id: source.signedId } }, options),
      )
  }
}

/** A text to read, in a sheet. */
export function AgreementSheet(props: { agreementKey: string; title: string; source?: AgreementSource | undefined; onClose: () => void }) {
  const { agreementKey, title, source = { kind: 'general' }, onClose } = props
  // The names of texts come from the server's own list of keys.
  const text = useQuery(lookAtText(agreementKey as Key, source))
  return (
    <Sheet open tall title={title} onClose={onClose}>
      {text.isPending && <Loading cards={1} figure={false} />}
      {text.isError && <Failed onRetry={text.refetch} />}
      {text.data !== undefined && <AgreementParagraphs text={text.data} />}
    </Sheet>
  )
}

/** The text itself: headings, sentences, and rows of the loan's figures. */
export function AgreementParagraphs({ text }: { text: Pick<AgreementText, 'version' | 'paragraphs'> }) {
  const t = useWords('blocks')
  return (
    <Stack gap={2}>
      <Text size="small">{t('agreement.version', { version: text.version })}</Text>
      {text.paragraphs.map((paragraph, place) => (
        <Text
          // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is its place in a text that never changes
          key={place}
          as={paragraph.kind === 'heading' ? 'h2' : 'p'}
          strong={paragraph.kind === 'heading'}
          figures={paragraph.kind === 'row'}
        >
          {paragraph.text}
        </Text>
      ))}
    </Stack>
  )
}
