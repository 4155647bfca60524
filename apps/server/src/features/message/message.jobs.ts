import { contentOf } from '@fyh/contract/message-params.ts'
import { z } from 'zod'
import { smsAddress } from '#features/session/session.ts'
import type { Deps } from '#platform/deps.ts'
import type { JobTable } from '#platform/jobs.ts'
import { smsFrom } from '#platform/sms-words.ts'
import { shown } from './message.handlers.ts'
import { markTexted, messageById } from './message.sql.ts'
import { smsText } from './sms-texts.ts'

const given = z.object({ userId: z.int(), messageId: z.int() })

export function messageJobs(deps: Deps): JobTable {
  return { 'message.sms': { work: (data) => textBorrower(deps, given.parse(data)) } }
}

/** Sends the SMS of a message. The carrier remembers the key, so a retry after a lost response sends no duplicate. */
async function textBorrower(deps: Deps, own: { userId: number; messageId: number }): Promise<void> {
  const row = await messageById(deps.db, own)
  if (row === undefined || row.sms_sent_at !== null) return
  const { kind, params } = shown(row)
  const content = contentOf(kind, params)
  if (content === undefined) return deps.log.error({ kind }, 'a stored message lacks parameters of its kind; its SMS is not sent')
  const { mobile, language, brand } = await smsAddress(deps.db, deps, own.userId)
  const words = smsText(content, language)
  if (words === undefined) return
  const text = smsFrom(brand, words)
  const sent = await deps.providers.sms.send({ key: `message-${own.messageId}`, mobile, text, template: `message.${kind}` })
  if (sent.answer === 'unknown') throw new Error('the carrier did not answer')
  // A refusal is final: the message itself stays readable in the app.
  if (sent.answer === 'refused') deps.log.warn({ kind, reason: sent.reason }, 'the carrier refused a text message')
  await markTexted(deps.db, { ...own, at: deps.clock.machineNow() })
}
