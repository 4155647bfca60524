import { z } from 'zod'
import { mobileOf } from '#features/session/session.ts'
import type { Deps } from '#platform/deps.ts'
import type { JobTable } from '#platform/jobs.ts'
import { smsText } from './kinds.ts'
import { shown } from './message.handlers.ts'
import { markTexted, messageById } from './message.sql.ts'

const given = z.object({ userId: z.int(), messageId: z.int() })

export function messageJobs(deps: Deps): JobTable {
  return { 'message.sms': { work: (data) => textBorrower(deps, given.parse(data)) } }
}

/** The carrier remembers the key, so a second run after a lost answer sends nothing twice. */
async function textBorrower(deps: Deps, own: { userId: number; messageId: number }): Promise<void> {
  const row = await messageById(deps.db, own)
  if (row === undefined || row.sms_sent_at !== null) return
  const { kind, params } = shown(row)
  const text = smsText(kind, params)
  if (text === undefined) return
  const mobile = await mobileOf(deps.db, deps, own.userId)
  const sent = await deps.providers.sms.send({ key: `message-${own.messageId}`, mobile, text, template: `message.${kind}` })
  if (sent.answer === 'unknown') throw new Error('the carrier did not answer')
  // A refusal is final: the message itself stays readable in the app.
  if (sent.answer === 'refused') deps.log.warn({ kind, reason: sent.reason }, 'the carrier refused a text message')
  await markTexted(deps.db, { ...own, at: deps.clock.machineNow() })
}
