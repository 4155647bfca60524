import { fen, ppm } from '@fyh/base/money.ts'
import { useWords, wordOf } from '#locales/i18n.ts'
import { rate, yuan } from '#platform/format.ts'
import type { Message } from './message.queries.ts'

/** Figures come as fen and ppm and are written here: `amountFen` fills {{amount}}, `ratePpm` fills {{rate}}; dates and texts stay as they are. */
function filled(params: Message['params']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value === 'number' && name.endsWith('Fen')) return [name.slice(0, -3), yuan(fen(value))]
      if (typeof value === 'number' && name.endsWith('Ppm')) return [name.slice(0, -3), rate(ppm(value))]
      return [name, String(value)]
    }),
  )
}

/** Title and text of a message in the language in force. */
export function useMessageWords(): (message: Pick<Message, 'kind' | 'params'>) => { readonly title: string; readonly body: string } {
  const t = useWords('message')
  return ({ kind, params }) => {
    const text = textOf(kind, params)
    return { title: t(`kind.${text}.title`), body: wordOf(`message:kind.${text}.body`, filled(params)) }
  }
}

/** Some texts say more where the message has a parameter for it. */
function textOf(kind: Message['kind'], params: Message['params']) {
  if (kind === 'fellOverdue' && 'graceUntilOn' in params) return 'fellOverdueWithGrace'
  if (kind === 'benefitFailed' && params.amountFen === 0) return 'benefitFailedUnpaid'
  if (kind === 'limitApproved' && 'ratePpm' in params) return 'limitApprovedWithRate'
  return kind
}
