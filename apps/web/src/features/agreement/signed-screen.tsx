import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AgreementSheet } from '#blocks/agreement-sheet.tsx'
import { useWords } from '#locales/i18n.ts'
import { dateTimeOf } from '#platform/format.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { type SignedText, signedLook } from './agreement.queries.ts'

/** Everything signed, each text to be read exactly as it was signed. */
export function SignedScreen() {
  const t = useWords('agreement')
  const signed = useInfiniteQuery(signedLook())
  const [open, setOpen] = useState<SignedText>()
  if (signed.data === undefined)
    return <Page>{signed.isError ? <Failed onRetry={() => signed.refetch()} /> : <Loading figure={false} />}</Page>
  const items = signed.data.pages.flatMap((page) => page.items)
  if (items.length === 0)
    return (
      <Page>
        <Empty icon="paper" title={t('empty')}>
          {t('emptyBody')}
        </Empty>
      </Page>
    )
  return (
    <Page>
      <Text size="quiet">{t('lead')}</Text>
      <Card rows>
        <List label={t('title.signed')}>
          {items.map((text) => (
            <ListRow
              key={text.signedId}
              icon="paper"
              title={text.title}
              note={t('signedAt', { time: dateTimeOf(text.signedAt), version: text.version })}
              onPress={() => setOpen(text)}
            />
          ))}
        </List>
      </Card>
      {signed.hasNextPage && (
        <Button kind="quiet" block loading={signed.isFetchingNextPage} onPress={() => signed.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {open !== undefined && (
        <AgreementSheet
          agreementKey={open.key}
          title={open.title}
          source={{ kind: 'signed', signedId: open.signedId }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  )
}
