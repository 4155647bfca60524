import { loanScreens } from '#features/loan/loan.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { isRefusal } from '#platform/api.ts'
import { dateTimeOf } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { pageFact } from '#platform/page-facts.ts'
import { useQuery } from '#platform/query.ts'
import { idOf, to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { confirm } from '#ui/confirm.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { type Ticket, ticketLook, useCloseTicket } from './service.queries.ts'
import { serviceScreens } from './service.screens.ts'
import styles from './ticket-screen.module.css'
import { TicketTag } from './ticket-tag.tsx'

/** One's own feedback or complaint: number, state, deadline, text and answer. */
export function TicketScreen() {
  const id = idOf(useAddressQuery().get('id'))
  return <Page>{id === undefined ? <Gone /> : <OneTicket id={id} />}</Page>
}

function Gone() {
  const t = useWords('service')
  const go = useGo()
  return (
    <Empty
      icon="edit"
      title={t('ticket.gone')}
      action={
        <Button kind="quiet" onPress={() => go.replace(to(serviceScreens.tickets))}>
          {t('ticket.toList')}
        </Button>
      }
    />
  )
}

function OneTicket({ id }: { id: number }) {
  const ticket = useQuery(ticketLook(id))
  if (ticket.data !== undefined) return <TicketFacts ticket={ticket.data} />
  if (isRefusal(ticket.error, 'TICKET_NOT_FOUND')) return <Gone />
  return ticket.isError ? <Failed onRetry={() => ticket.refetch()} /> : <Loading figure={false} />
}

function TicketFacts({ ticket }: { ticket: Ticket }) {
  const t = useWords('service')
  const isOpen = ticket.state !== 'answered' && ticket.state !== 'closed'
  return (
    <>
      <Card rows title={t(`kind.${ticket.kind}`)} extra={<TicketTag state={ticket.state} />}>
        <KeyValueList>
          <KeyValue name={t('ticket.number')} value={ticket.number} />
          <KeyValue name={t('form.category')} value={t(`category.${ticket.category}`)} />
          <KeyValue name={t('ticket.receivedAt')} value={dateTimeOf(ticket.receivedAt)} />
          {isOpen && <KeyValue name={t('ticket.dueOn')} value={ticket.dueOn} />}
        </KeyValueList>
      </Card>
      {ticket.isLate && <Note tone="warning">{lateWords(t)}</Note>}
      <Card title={t('ticket.text')}>
        <p className={styles.written}>{ticket.text}</p>
      </Card>
      {ticket.answer !== null && (
        <Card title={t('ticket.answer')} extra={ticket.outcome === null ? undefined : t(`outcome.${ticket.outcome}`)}>
          <Stack gap={2}>
            <p className={styles.written}>{ticket.answer}</p>
            {ticket.answeredAt !== null && (
              <Text size="small" figures>
                {dateTimeOf(ticket.answeredAt)}
              </Text>
            )}
          </Stack>
        </Card>
      )}
      <Acts ticket={ticket} />
    </>
  )
}

function lateWords(t: ReturnType<typeof useWords<'service'>>): string {
  const phone = pageFact('service-phone')
  return phone === undefined ? t('ticket.late') : t('ticket.lateCall', { phone })
}

function Acts({ ticket }: { ticket: Ticket }) {
  const t = useWords('service')
  const go = useGo()
  const { mutateAsync, isPending } = useCloseTicket()
  const { loanId, state } = ticket
  const close = async () => {
    if (
      state !== 'answered' &&
      !(await confirm({ title: t('ticket.closeTitle'), body: t('ticket.closeBody'), yes: t('ticket.close'), no: t('ticket.keep') }))
    )
      return
    await mutateAsync(ticket.ticketId)
  }
  return (
    <>
      {loanId !== null && (
        <Button kind="quiet" block onPress={() => go.to(to(loanScreens.detail, { id: loanId }))}>
          {t('ticket.openLoan')}
        </Button>
      )}
      {state !== 'closed' && (
        <Button kind="quiet" block loading={isPending} onPress={close}>
          {state === 'answered' ? t('ticket.solved') : t('ticket.close')}
        </Button>
      )}
      {(state === 'answered' || state === 'closed') && (
        <Button
          kind="text"
          block
          onPress={() => go.to(to(serviceScreens.feedback, undefined, { kind: ticket.kind, loanId: loanId ?? undefined }))}
        >
          {t('ticket.again')}
        </Button>
      )}
    </>
  )
}
