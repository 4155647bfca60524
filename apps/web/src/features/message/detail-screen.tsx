import { messageTargets } from '@fyh/contract/message-targets.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { dateTimeOf } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { idOf, to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { type Detail, messageLook } from './message.queries.ts'
import { messageScreens } from './message.screens.ts'
import { targetOf } from './message-target.ts'
import { useMessageWords } from './message-words.ts'

export function DetailScreen() {
  const search = useAddressQuery()
  const id = idOf(search.get('id'))
  return id === undefined ? <Gone /> : <OneMessage id={id} />
}

function Gone() {
  const t = useWords('message')
  const go = useGo()
  return (
    <Page>
      <Empty
        icon="bell"
        title={t('notFound')}
        action={
          <Button kind="quiet" onPress={() => go.replace(to(messageScreens.center))}>
            {t('toCenter')}
          </Button>
        }
      />
    </Page>
  )
}

function OneMessage({ id }: { id: number }) {
  const message = useQuery(messageLook(id))
  if (message.data !== undefined) return <MessageText message={message.data} />
  if (isRefusal(message.error, 'MESSAGE_NOT_FOUND')) return <Gone />
  return <Page>{message.isError ? <Failed onRetry={() => message.refetch()} /> : <Loading cards={1} figure={false} />}</Page>
}

function MessageText({ message }: { message: Detail }) {
  const { title, body } = useMessageWords()(message)
  return (
    <Page about={message.loanId ?? (isAboutMoney(message) ? 'noLoan' : undefined)}>
      <Card>
        <Stack gap={2}>
          <Text size="lead" as="h2">
            {title}
          </Text>
          <Text size="small" figures>
            {dateTimeOf(message.sentAt)}
          </Text>
          <Text figures>{body}</Text>
        </Stack>
      </Card>
      <GoTo message={message} />
    </Page>
  )
}

/** Whether it is about money though no loan is made yet: an application to a partner lender. */
const isAboutMoney = ({ kind }: Detail): boolean => messageTargets[kind] === 'capital'

/** The way on, by kind; a sentence where it no longer leads anywhere. */
function GoTo({ message }: { message: Detail }) {
  const t = useWords('message')
  const go = useGo()
  const target = targetOf(message)
  if (target === undefined) return null
  if (message.targetGone) return <Note>{t('targetGone')}</Note>
  return (
    <Button kind="quiet" block onPress={() => go.to(target.path)}>
      {t(`target.${target.name}`)}
    </Button>
  )
}
