import { z } from 'zod'
import { isMagic } from '../magic.ts'
import { type Act, held, key, method, ok, type Party, refused, short } from './party.ts'

const message = z.object({ key, mobile: short, text: z.string().min(1).max(1_000), template: short })

export const sms: Party = {
  send: method(message, { remembers: true, refusal: 'carrierRefused' }, async (act, request) => {
    if (isMagic('smsRefused', request.mobile)) return refused('mobileNotReachable')
    await deliver(act, request)
    return isMagic('smsHeld', request.mobile) ? held(ok()) : ok()
  }),
}

/** Puts a message on the phone, unless it was ordered to get lost. */
export async function deliver({ tx, deps, now, failure }: Act, message: { mobile: string; text: string; template: string }): Promise<void> {
  const times = failure === 'never' ? 0 : failure === 'twice' ? 2 : 1
  for (let time = 0; time < times; time += 1)
    await tx.query('insert into sms (sms_id, mobile, template, text, code, sent_at) values ($1, $2, $3, $4, $5, $6)', [
      deps.ids(),
      message.mobile,
      message.template,
      message.text,
      codeIn(message.text),
      now,
    ])
}

/** The first run of four to eight digits, which is how phones find a code too. */
export function codeIn(text: string): string | null {
  return /(?<!\d)\d{4,8}(?!\d)/.exec(text)?.[0] ?? null
}
