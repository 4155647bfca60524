import { useWords } from '#locales/i18n.ts'
import { Tag, type Tone } from '#ui/tag.tsx'
import type { Ticket } from './service.queries.ts'

const tones = {
  received: 'warning',
  inProgress: 'warning',
  extended: 'warning',
  answered: 'positive',
  closed: 'quiet',
} as const satisfies Readonly<Record<Ticket['state'], Tone>>

export function TicketTag({ state }: { state: Ticket['state'] }) {
  const t = useWords('service')
  return <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag>
}
